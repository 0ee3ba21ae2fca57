import type { PublishedRate as Published } from '../../contract/rates/rates.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { formatRate, fromWire, type Rate, type RateChange } from '../../domain/money.ts'
import type { Series } from '../../domain/series.ts'
import { listed } from '../../text/names.ts'
import { formatDayOfWeek, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import { missingReason, SourceMark } from './rate-parts.tsx'
import { citedAddress } from './rates.ts'
import styles from './rates.module.css'

/** The published rate of a day whose rate was entered by hand: `334.5680; ours is 0.0320 higher`. */
export function PublishedNote({ published, date }: PublishedNoteProps) {
  if (!published) return null
  const difference = fromWire(published.difference)
  return (
    <p className="fine-print">
      {t.rates.published({
        source: published.source,
        date,
        rate: formatRate(fromWire(published.rate)),
        difference: formatRate(Math.abs(difference) as Rate),
        sign: difference > 0 ? 'higher' : difference < 0 ? 'lower' : 'equal',
      })}
    </p>
  )
}

interface PublishedNoteProps {
  readonly published: Published | undefined
  readonly date: CalendarDate
}

interface DayRatesTableProps {
  readonly caption: string
  readonly series: Series
  /** In the order of the rows. */
  readonly rates: readonly (DayRate & { readonly change: RateChange })[]
  readonly formatDate: (date: CalendarDate) => string
}

export function DayRatesTable({ caption, series, rates, formatDate }: DayRatesTableProps) {
  const { date, rate, change } = t.dayRates
  const columns = [{ title: date }, ...[rate, change].map((title) => ({ title, numeric: true }))]
  return (
    <Table caption={caption} columns={columns}>
      {rates.map(({ date, rate, change, source }) => (
        <Row key={date}>
          <Cell heading className={styles['day']}>
            <Link href={citedAddress({ ...series, date })}>{formatDate(date)}</Link>{' '}
            <SourceMark source={source} />
          </Cell>
          <Cell numeric>{formatRate(rate)}</Cell>
          <Cell numeric>
            <RateChangeText change={change} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

interface Missing {
  readonly date: CalendarDate
  readonly reason: string
}

/** `No rate: Sat 21 and Sun 22: weekend; Tue 24: Ill Full Moon Poya Day.` */
export function MissingDays({ missing }: { readonly missing: readonly Missing[] }) {
  if (missing.length === 0) return null
  const byReason = Map.groupBy(missing, ({ reason }) => reason)
  const days = [...byReason].map(([reason, dates]) =>
    t.week.missingDays({
      days: listed(dates.map(({ date }) => formatDayOfWeek(date))),
      reason: missingReason(reason),
    }),
  )
  return <p className="fine-print">{t.week.missing({ days: days.join('; ') })}</p>
}
