import { useQueryClient } from '@tanstack/react-query'
import { CURRENCIES } from '../../domain/currency.ts'
import { seriesOf } from '../../domain/series.ts'
import { CURRENCY_NAMES } from '../../text/en/names.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { isOfSeries, useNewestChange } from '../rates/newest-change.ts'
import { LinkTabs } from '../rates/link-tabs.tsx'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { rateQuery } from '../rates/rates-queries.ts'
import { kindOf, sideOfKind, withQuery } from '../rates/side.ts'
import { missingSide, SideSwitch } from '../rates/side-switch.tsx'
import { useLocation, useSearch } from '../router.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Converter } from './converter.tsx'
import { currencyAddress, currencyChoice, historyQuery } from './history-queries.ts'
import styles from './currency-page.module.css'
import { HistoryCard } from './history-card.tsx'
import { RateCard } from './rate-card.tsx'

/** Everything about one currency: its rate, a converter, and its history as a line and as figures. */
export default function CurrencyPage() {
  const [path] = useLocation()
  const given = useSearch()
  const search = new URLSearchParams(given)
  const today = useToday()
  const choice = currencyChoice({ path, search, today })
  const { currency, date, side } = choice
  const current = useResponse(rateQuery({ base: currency, date, side }))
  const history = useResponse(historyQuery(choice, today))
  const client = useQueryClient()
  const rate = current.data?.data
  /** The converter puts the day of its rate into the address: the rate that it has is the response to that address too. */
  const pinDay = () => {
    if (!rate || rate.date === date) return
    const { queryKey } = rateQuery({ base: currency, date: rate.date, side: sideOfKind(rate.kind) })
    const pinned = { data: { ...rate, requested_date: rate.date, age_business_days: 0 } }
    client.setQueryData(queryKey, pinned, { updatedAt: current.dataUpdatedAt })
  }
  const newest = useNewestChange()
  const change = isOfSeries(newest, seriesOf(currency, kindOf(side))) ? newest : undefined
  return (
    <>
      <PageTitle
        lead={`One ${CURRENCY_NAMES[currency]} in Sri Lankan rupees: its rate, its history, and what an amount of it is worth.`}
      >
        {CURRENCY_NAMES[currency]}
      </PageTitle>
      <LinkTabs
        label="Currencies"
        choices={CURRENCIES}
        chosen={currency}
        current="page"
        addressOf={(each) => withQuery(`/rates/${each}`, 'side', side)}
      />
      <SideSwitch side={side} addressOf={(other) => currencyAddress(currency, given, 'side', other)} />
      <div className={styles['notice']}>
        {missingSide(side, current.error) ?? <ConnectionNotice queries={[current, history]} />}
      </div>
      <div className={styles['parts']}>
        <RateCard currency={currency} side={side} rate={rate} pinned={date !== undefined} changed={change} />
        {rate && <Converter key={`${currency} ${side}`} currency={currency} rate={rate} onPinDay={pinDay} />}
        <HistoryCard
          choice={choice}
          today={today}
          history={history.data?.data}
          waiting={history.isFetching}
          changed={change}
        />
      </div>
      <p role="status" className="visually-hidden">
        {change?.sentence}
      </p>
    </>
  )
}
