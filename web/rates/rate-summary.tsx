import type { ResponseBody } from '../../contract/endpoint.ts'
import type { currentRate } from '../../contract/rates/rates.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND, type RateKind, type Series } from '../../domain/series.ts'
import { CURRENCY_NAMES, KIND_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { withQuery } from '../api.ts'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { rateSummaryText as TEXT } from '../text/en/rates.ts'
import { Card } from '../ui/card.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { CUSTOMS_RATE } from '../text/en/sides.ts'
import { Changed } from './changed.tsx'
import { CustomsRate, type CustomsRow } from './customs-rate.tsx'
import type { NewestChange } from './newest-change.ts'
import { sideOfKind } from './side.ts'
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
  /** Undefined where there is none. */
  readonly customs?: CustomsRow | undefined
  /** The newest change of this currency, to mark it. */
  readonly changed: NewestChange | undefined
}

const COLUMNS = [
  { title: TEXT.currency },
  { title: TEXT.current, numeric: true },
  { title: TEXT.average, numeric: true },
]

/** The chosen currency's rate and its week's average, the rate's own day, and its source. */
export function RateSummary({ series, rate, average, customs, changed }: RateSummaryProps) {
  const { currency } = series
  return (
    <Card
      title={CURRENCY_NAMES[currency]}
      aside={
        <Link href={withQuery(`/rates/${currency}`, { side: sideOfKind(series.kind) })}>
          {TEXT.chartAndConverter}
        </Link>
      }
    >
      <Table caption={TEXT.caption} columns={COLUMNS}>
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
            <dt>{TEXT.kind}</dt>
            <dd>{KIND_NAMES[rate.kind]}</dd>
          </>
        )}
        <dt>{TEXT.rateOf}</dt>
        <dd>{rate ? <RateDay rate={rate} /> : '–'}</dd>
        <dt>{TEXT.source}</dt>
        <dd>{rate ? SOURCE_NAMES[rate.source] : '–'}</dd>
        <dt>{TEXT.averageOf}</dt>
        <dd>
          {average ? TEXT.averagedDays(average.days, average.lastDay, average.kind ?? DEFAULT_KIND) : '–'}
        </dd>
        {customs && (
          <>
            <dt>{CUSTOMS_RATE.term}</dt>
            <dd>
              <CustomsRate row={customs} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function RateDay({ rate }: { rate: ResponseBody<typeof currentRate>['data'] }) {
  return (
    <>
      <time dateTime={rate.date}>{TEXT.day(rate.date)}</time>
      {rate.date !== rate.requested_date && (
        <span className={styles['older']}>{TEXT.newestUpTo(rate.requested_date)}</span>
      )}
    </>
  )
}
