import { useQueryClient } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { readAmount } from '../../domain/conversion/amount-text.ts'
import { formatResult } from '../../domain/conversion/conversion.ts'
import {
  currencies,
  quotedUnits,
  TARGET_CURRENCY,
  unitsOf,
  type Currency,
} from '../../domain/currency.ts'
import { withChanges, type DayRate } from '../../domain/rate-precedence.ts'
import { fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOf, type Series } from '../../domain/series.ts'
import { currencyName, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { buildApiAddress, withQuery } from '../api.ts'
import { RateChart } from '../chart/rate-chart.tsx'
import { ConnectionNotice } from '../connection/connection.tsx'
import { ownConversionAddress } from '../converter/conversion.ts'
import { Converter } from '../converter/converter.tsx'
import { readConversion, withoutUnit } from '../converter/typed-amount.ts'
import { knownIn, type Known, type Place } from '../load-page.ts'
import { useLater, useLaterPlace, usePlace } from '../pages.tsx'
import { useResponse } from '../queries.ts'
import { LiveRates } from '../rates/live-rates.tsx'
import { DayRatesTable } from '../rates/day-rates.tsx'
import { AddressNotes } from '../rates/rate-parts.tsx'
import { choiceParams, rateHead, seriesQuery, type CurrentRate } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { Link } from '../link.tsx'
import { LinkTabs } from '../ui/menu.tsx'
import { Cell, Row, Table, useFirstRows } from '../ui/table.tsx'
import { ChartControls, PeriodLinks } from './chart-controls.tsx'
import { currencyQueries, readCurrency, type CurrencyChoice, type History } from './currency.ts'
import styles from './currency.module.css'
import { NoRate } from '../rates/no-rate.tsx'
import { RateFigure } from './rate-figure.tsx'

export function loader(place: Place, known: Known) {
  const { spans, ...queries } = currencyQueries(readCurrency(place), known)
  // Their days follow from the rate's day.
  const spansOfRate = known(queries.current) ? Object.values(spans) : []
  return [...Object.values(queries), ...spansOfRate, seriesQuery()]
}

export function head(place: Place, known: Known) {
  const choice = readCurrency(place)
  const { kind, publisher } = choiceParams(choice)
  const input = { params: { currency: choice.currency }, query: { kind, publisher } }
  const rate = known(currencyQueries(choice, known).current)?.data
  return { ...rateHead(rate), feed: buildApiAddress('GET /feed/:currency.atom', input) }
}

export function Component() {
  const place = usePlace()
  const choice = readCurrency(place)
  const queries = currencyQueries(choice, knownIn(useQueryClient()))
  const current = useResponse(queries.current)
  const chosen = useResponse(queries.chosen)
  const history = useResponse(queries.history)
  const rate = current.data?.data
  const { currency, notes, kind, publisher } = choice
  const isEmpty =
    kind === DEFAULT_KIND && !publisher && history.data?.data.oldest_date === null && !rate
  const title = <PageTitle aside={<Currencies />}>{currencyName(currency)}</PageTitle>
  if (isEmpty)
    return (
      <>
        {title}
        <NoRates currency={currency} />
        <LiveRates />
      </>
    )
  return (
    <>
      {title}
      <div className="stack">
        <AddressNotes notes={notes} />
        <ConnectionNotice queries={[current, history]} />
        <Card
          title={t.currency.inRupees({ what: quotedUnits(currency), kind: rate?.kind })}
          hideTitle
        >
          <RateFigure choice={choice} rate={rate} queries={queries} />
          <div className={styles['history']}>
            <PeriodLinks choice={choice} first={history.data?.data.rates[0]?.date} />
            <ChartControls choice={choice} />
            <Chart choice={choice} chosen={chosen.data?.data} history={history.data?.data} />
          </div>
        </Card>
        <ConverterCard place={place} rate={rate} />
        {history.data && <HistoryTable history={history.data.data} />}
      </div>
      <LiveRates />
    </>
  )
}

function NoRates({ currency }: { readonly currency: Currency }) {
  const isSignedIn = useAuth().state === 'signed-in'
  const { enterFirst, loginFirst } = t.currency
  return (
    <NoRate title={t.currency.none({ currency })}>
      <Link href={isSignedIn ? '/enter' : '/login'} className={buttonClass('primary')}>
        {isSignedIn ? enterFirst : loginFirst}
      </Link>
    </NoRate>
  )
}

function Currencies() {
  const place = useLaterPlace()
  const conversion = readConversion(place, readCurrency(place).currency)
  const { date, typed } = conversion
  return (
    <LinkTabs
      label={t.currency.currencies}
      choices={currencies()}
      chosen={conversion.currency}
      current="page"
      addressOf={(currency) =>
        place.search.has('amount')
          ? ownConversionAddress({ ...conversion, currency, typed: withoutUnit(typed) })
          : withQuery(`/rates/${currency}`, { date, ...choiceParams(conversion) })
      }
    />
  )
}

interface ChartProps {
  readonly choice: CurrencyChoice
  readonly chosen: History | undefined
  readonly history: History | undefined
}

function Chart({ choice, chosen, history }: ChartProps) {
  const line = useMemo(() => history && lineOf(history), [history])
  if (!history || !line) return <p className={styles['well']}>{t.history.failed}</p>
  if (line.rates.length === 0) return <NoHistory choice={choice} history={history} />
  return (
    <div>
      {chosen?.rates.length === 0 && (
        <p className="fine-print">
          {t.history.newest({
            from: history.from,
            to: history.to,
            since: history.to,
          })}
        </p>
      )}
      <RateChart key={`${history.from} ${history.to}`} {...line} />
    </div>
  )
}

function lineOf({ currency, kind, publisher, rates }: History): Line {
  return {
    series: seriesOf(currency, kind, publisher),
    rates: rates.map((each) => ({ ...each, rate: fromWire(each.rate) })),
  }
}

interface Line {
  readonly series: Series
  readonly rates: readonly (DayRate & Pick<CurrentRate, 'published'>)[]
}

function NoHistory({
  choice,
  history,
}: Pick<ChartProps, 'choice'> & { readonly history: History }) {
  const { currency, from, to } = choice
  return (
    <p className={styles['well']}>
      {t.history.none({ from, to })}{' '}
      {history.oldest_date && (
        <Link href={withQuery(`/rates/${currency}`, { period: 'all', ...choiceParams(choice) })}>
          {t.history.showAll({ day: history.oldest_date })}
        </Link>
      )}
    </p>
  )
}

interface ConverterCardProps {
  readonly place: Place
  readonly rate: CurrentRate | undefined
}

function ConverterCard({ place, rate }: ConverterCardProps) {
  const next = useLaterPlace()
  const { currency } = readCurrency(next)
  return (
    <Card title={t.converter.title}>
      <div className={styles['converter']}>
        <div data-screen-only>
          <Converter
            conversion={readConversion(place, currency)}
            rate={rate}
            own={currency}
            addressOf={(chosen) => ownConversionAddress(chosen, next.search)}
          />
        </div>
        {rate && <Amounts rate={rate} />}
      </div>
    </Card>
  )
}

const AMOUNTS = ['1', '5', '10', '50', '100', '1,000']

const Amounts = memo(function Amounts({ rate }: { readonly rate: CurrentRate }) {
  const { currency } = rate
  return (
    <Table
      caption={t.converter.fromTo({ from: currency, to: TARGET_CURRENCY })}
      columns={[currencyName(currency), { title: t.converter.rupees, numeric: true }]}
      className={`headless ${styles['amounts']}`}
    >
      {AMOUNTS.map((typed) => {
        const read = readAmount(typed)
        return (
          <Row key={typed}>
            <Cell heading>{`${typed} ${currency}`}</Cell>
            <Cell numeric>
              {'amount' in read &&
                formatResult(read.amount, fromWire(rate.rate), false, unitsOf(currency))}
            </Cell>
          </Row>
        )
      })}
    </Table>
  )
})

/** Rows before more are asked for; thirty years are 7,500. */
const FEW = 25
const MANY = 500

function HistoryTable({ history }: { readonly history: History }) {
  const drawn = useLater(history)
  return drawn && <HistoryRows history={drawn} />
}

const HistoryRows = memo(function HistoryRows({ history }: { readonly history: History }) {
  const { series, rates } = useMemo(() => lineOf(history), [history])
  const [rows, more] = useFirstRows(withChanges(rates).reverse(), FEW, MANY)
  if (rates.length === 0) return null
  return (
    <Card title={t.history.title} hideTitle>
      <Disclosure summary={t.history.show({ count: rates.length })} data-printed>
        <DayRatesTable
          caption={t.history.table({
            rates: t.ratesTitles[series.kind],
            currency: series.currency,
          })}
          series={series}
          rates={rows}
          formatDate={formatWeekdayAndDay}
        />
        {more}
      </Disclosure>
    </Card>
  )
})
