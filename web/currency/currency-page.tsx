import { CURRENCIES } from '../../domain/currency.ts'
import { seriesOf } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import {
  bareAmount,
  conversionOf,
  ownConversionAddress,
  type Conversion,
} from '../converter/conversion-choice.ts'
import { Converter } from '../converter/converter.tsx'
import { ofSeries, useNewestChange } from '../rates/newest-change.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { useTitle } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { customsRow } from '../rates/customs-rate.tsx'
import { boardQuery, rateQuery } from '../rates/rates-queries.ts'
import { kindOf } from '../rates/side.ts'
import { missingSide, SideSwitch } from '../rates/side-switch.tsx'
import { usePlace } from '../router.tsx'
import { rateSentence } from '../rates/rate-sentence.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { currencyChoice, historyQuery } from './history-queries.ts'
import styles from './currency-page.module.css'
import { DownloadMenu, FollowLinks } from './download-menu.tsx'
import { Card } from '../ui/card.tsx'
import { HistoryCard } from './history-card.tsx'
import { RateCard } from './rate-card.tsx'

/**
 * Everything about one currency: its rate, a converter, and its history as a line and as figures.
 */
export default function CurrencyPage() {
  const place = usePlace()
  const { search } = place
  const choice = currencyChoice(place)
  const { currency, date, side } = choice
  const current = useResponse(rateQuery({ base: currency, date, side }))
  const history = useResponse(historyQuery(choice))
  const customs = useResponse(boardQuery(date, 'customs'))
  const conversion = conversionOf(place, currency)
  useTitle(current.data && rateSentence(current.data.data))
  const change = ofSeries(useNewestChange(), seriesOf(currency, kindOf(side)))
  return (
    <>
      <PageTitle lead={t.currency.lead({ name: t.currencyNames[currency] })}>
        {t.currencyNames[currency]}
      </PageTitle>
      <LinkTabs
        label={t.currency.currencies}
        choices={CURRENCIES}
        chosen={currency}
        current="page"
        addressOf={(each) => otherAddress({ ...conversion, currency: each }, search)}
      />
      <SideSwitch
        side={side}
        addressOf={(other) => withQuery(`/rates/${currency}?${search}`, { side: other })}
      />
      <div className={styles['notice']}>
        {missingSide(side, current.error) ?? (
          <ConnectionNotice queries={[current, history, customs]} />
        )}
      </div>
      <div className={styles['parts']}>
        <RateCard
          currency={currency}
          side={side}
          rate={current.data?.data}
          customs={customsRow(customs.data?.data, currency)}
          day={date}
          changed={change}
        />
        <Card title={t.converter.title}>
          <Converter
            conversion={conversion}
            rate={current.data?.data}
            addressOf={(next) => ownConversionAddress(next, search)}
          />
        </Card>
        <HistoryCard
          choice={choice}
          history={history.data?.data}
          waiting={history.isFetching}
          changed={change}
        />
      </div>
      <DownloadMenu choice={choice} />
      <FollowLinks currency={currency} kind={kindOf(side)} />
      <p role="status" className="visually-hidden">
        {change?.sentence}
      </p>
    </>
  )
}

/** The screen of a currency with the same day and side and, where one was typed, the same amount. */
function otherAddress(conversion: Conversion, search: URLSearchParams): string {
  const { currency, date, side, typed } = conversion
  return search.has('amount')
    ? ownConversionAddress({ ...conversion, typed: bareAmount(typed) })
    : withQuery(`/rates/${currency}`, { date, side })
}
