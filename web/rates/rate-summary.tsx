import type { ResponseBody } from '../../contract/endpoint.ts'
import type { currentRate } from '../../contract/rates.ts'
import { formatDay, formatWeekday, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCY_NAMES } from '../../domain/currency.ts'
import { SOURCE_NAMES } from '../../domain/rate-precedence.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND, KIND_NAMES, RATE_NAMES, type RateKind, type Series } from '../../domain/series.ts'
import { FreshnessBadge } from '../ui/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { Card } from '../ui/card.tsx'
import { Cell, Table } from '../ui/table.tsx'
import { Changed } from './changed.tsx'
import type { NewestChange } from './newest-change.ts'
import { sideOfKind, withQuery } from './side.ts'
import styles from './rate-summary.module.css'

/** The average of the seven days up to `lastDay`. */
export interface WeekAverage {
  /** Rupees; null where the week has no rate. */
  readonly rate: number | null
  readonly lastDay: CalendarDate
  /** The days that have a rate; undefined where the response does not say. */
  readonly days?: number
  /** As its response names it. */
  readonly kind?: RateKind | undefined
}

interface RateSummaryProps {
  /** What was chosen; the figures name their own. */
  readonly series: Series
  /** Undefined while it is on its way. */
  readonly rate: ResponseBody<typeof currentRate>['data'] | undefined
  /** Undefined while it is on its way. */
  readonly average: WeekAverage | undefined
  /** The newest change of this currency, to mark it. */
  readonly changed: NewestChange | undefined
}

const COLUMNS = [
  { title: 'Currency' },
  { title: 'Current Rate (LKR)', numeric: true },
  { title: 'Weekly Average', numeric: true },
]

/** The chosen currency's rate and its week's average, the rate's own day, and its source. */
export function RateSummary({ series, rate, average, changed }: RateSummaryProps) {
  const { currency } = series
  return (
    <Card
      title={CURRENCY_NAMES[currency]}
      aside={
        <Link href={withQuery(`/rates/${currency}`, 'side', sideOfKind(series.kind))}>
          Chart and converter
        </Link>
      }
    >
      <Table caption="Current rate and weekly average" columns={COLUMNS}>
        <tr>
          <Cell heading>{rate?.currency ?? currency}</Cell>
          <Cell numeric>
            <span className={styles['rate']}>
              <Changed by={changed} date={rate?.date}>
                {rate ? formatRate(fromWire(rate.rate)) : '–'}
              </Changed>
            </span>
            <span className={styles['freshness']}>
              <FreshnessBadge rate={rate} />
            </span>
          </Cell>
          <Cell numeric>
            <span className={styles['average']}>
              {average?.rate ? formatRate(fromWire(average.rate)) : '–'}
            </span>
          </Cell>
        </tr>
      </Table>
      <dl className={styles['facts']}>
        {rate?.kind && (
          <>
            <dt>Kind</dt>
            <dd>{KIND_NAMES[rate.kind]}</dd>
          </>
        )}
        <dt>Rate of</dt>
        <dd>{rate ? <RateDay rate={rate} /> : '–'}</dd>
        <dt>Source</dt>
        <dd>{rate ? SOURCE_NAMES[rate.source] : '–'}</dd>
        <dt>Average of</dt>
        <dd>{average ? averageText(average) : '–'}</dd>
      </dl>
    </Card>
  )
}

function averageText({ days, lastDay, kind = DEFAULT_KIND }: WeekAverage): string {
  const week = `the week to ${formatDay(lastDay)}`
  if (days === undefined) return kind === DEFAULT_KIND ? week : `${RATE_NAMES[kind]}s in ${week}`
  return `${days === 1 ? '1 day' : `${days} days`} with a ${RATE_NAMES[kind]} in ${week}`
}

function RateDay({ rate }: { rate: ResponseBody<typeof currentRate>['data'] }) {
  return (
    <>
      <time dateTime={rate.date}>
        {formatWeekday(rate.date)}, {rate.date.slice(0, 4)}
      </time>
      {rate.date !== rate.requested_date && (
        <span className={styles['older']}>, the newest up to {formatDay(rate.requested_date)}</span>
      )}
    </>
  )
}
