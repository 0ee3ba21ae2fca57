import type { PageHead } from '../../contract/page-data.ts'
import type { Known, Place } from '../pages.tsx'
import { rateHead } from '../rates/page-head.ts'
import { currencyLoader } from './currency-loader.ts'
import { usePlace } from '../pages.tsx'
import { memo, useDeferredValue } from 'react'
import { currencies, quotedUnits, TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { resultText } from '../../domain/conversion/conversion.ts'
import { readAmount } from '../../domain/conversion/amount-text.ts'
import { fromWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { addressOf, withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import {
  bareAmount,
  conversionOf,
  ownConversionAddress,
  type Conversion,
} from '../converter/conversion-choice.ts'
import { Converter } from '../converter/converter.tsx'
import type { ConversionInput } from '../converter/use-conversion.ts'
import { useTitle } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { ofSeries, useNewestChange } from '../rates/newest-change.ts'
import { rateSentence } from '../rates/rate-sentence.ts'
import { rateQuery, type CurrentRate } from '../rates/rates-queries.ts'
import { kindOf } from '../rates/side.ts'
import { BankSwitch, missingSide, SideSwitch } from '../rates/side-switch.tsx'
import { Card } from '../ui/card.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { CompareMenu, PeriodLinks } from './chart/chart-controls.tsx'
import { BankSides } from './bank-sides.tsx'
import styles from './currency-page.module.css'
import { DownloadMenu } from './download-menu.tsx'
import { HistoryChart } from './history-chart.tsx'
import { currencyChoice, historyQuery, type CurrencyChoice } from './history-queries.ts'
import { HistoryTable } from './history-table.tsx'
import { RateFigure } from './rate-figure.tsx'

/** Amounts that are looked up most. */
const AMOUNTS = ['1', '5', '10', '50', '100', '1,000']

export const loader = currencyLoader

export function head(place: Place, known: Known): PageHead {
  const { currency, date, side, publisher } = currencyChoice(place)
  const input = { params: { currency }, query: { kind: kindOf(side) } }
  const feed = addressOf('GET /feed/:currency.atom', input)
  return { ...rateHead(known(rateQuery({ base: currency, date, side, publisher }))?.data), feed }
}

/**
 * Everything about one currency: its rate and the line of it, a converter, and the same as figures.
 */
export function Component() {
  const place = usePlace()
  const { search } = place
  const choice = currencyChoice(place)
  const { currency, date, side, publisher } = choice
  const here = `/rates/${currency}?${search}`
  const current = useResponse(rateQuery({ base: currency, date, side, publisher }))
  const rate = current.data?.data
  const history = useResponse(historyQuery(choice))
  const shown = history.data?.data
  // A press is shown before the line and the figures of it are drawn.
  const drawn = useDeferredValue(shown)
  const conversion = conversionOf(place, currency)
  useTitle(rate && rateSentence(rate))
  const change = ofSeries(useNewestChange(), seriesOf(currency, kindOf(side), side && publisher))
  return (
    <>
      <PageTitle aside={<Currencies conversion={conversion} search={search} />}>
        {currencyName(currency)}
      </PageTitle>
      <div className="above">
        {missingSide(side, current.error, publisher) ?? (
          <ConnectionNotice queries={[current, history]} />
        )}
      </div>
      <div className="stack">
        <Card
          title={t.currency.inRupees({
            what: quotedUnits(rate?.currency ?? currency),
            kind: rate?.kind,
          })}
          isTitleHeard
        >
          <RateFigure choice={choice} rate={rate} changed={change} />
          {publisher && !side && <BankSides choice={choice} publisher={publisher} rate={rate} />}
          <div className={styles['chart']}>
            <PeriodLinks choice={choice} first={shown?.rates[0]?.date} />
            <Menus choice={choice} here={here} />
            <HistoryChart
              choice={choice}
              history={drawn}
              waiting={history.isFetching || drawn !== shown}
            />
          </div>
        </Card>
        <ConverterCard
          conversion={conversion}
          rate={rate}
          named={rate?.source}
          addressOf={(next) => ownConversionAddress(next, search)}
        />
        {drawn && drawn.rates.length > 0 && <HistoryTable history={drawn} changed={change} />}
      </div>
      <p role="status" className="visually-hidden">
        {change?.sentence}
      </p>
    </>
  )
}

interface MenusProps {
  readonly choice: CurrencyChoice
  /** The address of what is shown. */
  readonly here: string
}

/** What else may be shown of the currency, and its files. */
function Menus({ choice, here }: MenusProps) {
  const { side, publisher } = choice
  return (
    <div className={styles['menus']} data-screen-only>
      <SideSwitch side={side} addressOf={(other) => withQuery(here, { side: other })} />
      <BankSwitch
        publisher={publisher}
        addressOf={(other) => withQuery(here, { publisher: other })}
      />
      <CompareMenu choice={choice} />
      <DownloadMenu choice={choice} />
    </div>
  )
}

/** What any amount is worth, beside what round ones are. */
function ConverterCard(input: ConversionInput) {
  return (
    <Card title={t.converter.title}>
      <div className={styles['converter']}>
        <div data-screen-only>
          <Converter {...input} />
        </div>
        {input.rate && <Amounts rate={input.rate} />}
      </div>
    </Card>
  )
}

const Amounts = memo(function Amounts({ rate }: { readonly rate: CurrentRate }) {
  const columns = [
    { title: currencyName(rate.currency) },
    { title: t.converter.rupees, numeric: true },
  ]
  return (
    <Table
      caption={t.converter.fromTo({ from: rate.currency, to: TARGET_CURRENCY })}
      columns={columns}
    >
      {AMOUNTS.map((typed) => {
        const read = readAmount(typed)
        return (
          <tr key={typed}>
            <Cell heading>{typed}</Cell>
            <Cell numeric>
              {'amount' in read &&
                resultText(read.amount, fromWire(rate.rate), false, unitsOf(rate.currency))}
            </Cell>
          </tr>
        )
      })}
    </Table>
  )
})

interface CurrenciesProps {
  readonly conversion: Conversion
  readonly search: URLSearchParams
}

function Currencies({ conversion, search }: CurrenciesProps) {
  return (
    <LinkTabs
      label={t.currency.currencies}
      choices={currencies()}
      chosen={conversion.currency}
      current="page"
      addressOf={(each) => otherAddress({ ...conversion, currency: each }, search)}
    />
  )
}

/**
 * The screen of a currency with the same day and side and, where one was typed, the same amount.
 */
function otherAddress(conversion: Conversion, search: URLSearchParams): string {
  const { currency, date, side, publisher, typed } = conversion
  return search.has('amount')
    ? ownConversionAddress({ ...conversion, typed: bareAmount(typed) })
    : withQuery(`/rates/${currency}`, { date, side, publisher })
}
