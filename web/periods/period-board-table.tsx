import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { addDays, dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { fromWire } from '../../domain/money.ts'
import { monthOf, periodsFromTo } from '../../domain/period.ts'
import { seriesOf } from '../../domain/series.ts'
import { shownUser, unitsName } from '../../text/names.ts'
import { formatDayAndMonth, formatShortDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { citedAddress } from '../rates/rates.ts'
import { Cell, Row, Table } from '../ui/table.tsx'
import { Figure, periodName, rateText, Status } from './period-parts.tsx'
import styles from './period-board.module.css'

export type PeriodBoard = ResponseOf<'GET /api/exchange-rate/periods'>['data']

interface BoardProps {
  readonly board: PeriodBoard
  readonly withCalendar: boolean
}

type BoardRow = PeriodBoard['currencies'][number]

export function PeriodBoardTable({ board, withCalendar }: BoardProps) {
  const { unit, from, currencies } = board
  const { columns } = t.periods
  const before = addDays(from, -1)
  const [previous] = periodsFromTo(unit, monthOf(before), monthOf(before))
  const days = new Set(currencies.flatMap(({ closing }) => closing?.date ?? []))
  const [day] = days
  const closingDay = days.size === 1 ? day : undefined
  const numeric = (title: string) => ({ title, numeric: true })
  if (currencies.every(({ closing }) => closing === null)) return <p>{t.periods.emptyBoard}</p>
  const closing = closingDay
    ? t.periods.closingOn({ day: formatShortDay(closingDay) })
    : columns.closing
  const since = previous
    ? t.periods.since({ period: periodName({ period: previous.name, from: previous.from }, unit) })
    : ''
  return (
    <>
      <p className="phone-only mb fine-print" aria-hidden="true">
        {[closing, since].filter(Boolean).join(' · ')}
      </p>
      <Table
        caption={`${t.screens.averages}: ${periodName(board, unit)}`}
        className={`stacks ${styles['board']}`}
        columns={[
          t.rateSummary.currency,
          numeric(closing),
          numeric(columns.average),
          columns.range,
          numeric(since),
          columns.status,
        ]}
      >
        {currencies.map((row) => (
          <BoardRow
            key={row.currency}
            row={row}
            board={board}
            withCalendar={withCalendar}
            isDayShown={!closingDay}
          />
        ))}
      </Table>
    </>
  )
}

interface RowProps extends BoardProps {
  readonly row: BoardRow
  readonly isDayShown: boolean
}

function BoardRow({ row, board, withCalendar, isDayShown }: RowProps) {
  const { currency, closing, opening, min, max } = row
  const { kind, publisher } = board
  const series = seriesOf(currency, kind, publisher)
  const change = closing && opening ? fromWire(closing.rate) - fromWire(opening.rate) : undefined
  return (
    <Row>
      <Cell heading>{unitsName(currency)}</Cell>
      <Cell numeric>
        {closing && !row.reason ? (
          <Link
            className="figure-link title"
            href={citedAddress({ ...series, date: closing.date })}
          >
            {rateText(closing)}
          </Link>
        ) : (
          '–'
        )}
        {isDayShown && closing && (
          <span className="second-line">{formatDayAndMonth(closing.date)}</span>
        )}
      </Cell>
      <Cell
        numeric
        {...(closing && { label: t.periods.columns.average })}
        className={styles['average']}
      >
        {closing && <Figure period={row} name="average_published" />}
        {closing && withCalendar && (
          <span className="second-line">
            <Figure period={row} name="average_calendar" />
          </span>
        )}
      </Cell>
      <Cell className={styles['rangeCell']}>
        {closing && min && max && (
          <div className={styles['range']}>
            <Extreme row={row} name="min" date={min.date} />
            <Bar low={min.rate} closing={closing.rate} high={max.rate} />
            <Extreme row={row} name="max" date={max.date} />
          </div>
        )}
      </Cell>
      <Cell numeric className={styles['change']}>
        {closing && change !== undefined && (
          <RateChangeText change={change} rate={fromWire(closing.rate)} short />
        )}
      </Cell>
      <Cell className={styles['state']}>
        <Status period={row} withDays />
        <Corrections row={row} />
      </Cell>
    </Row>
  )
}

interface ExtremeProps {
  readonly row: BoardRow
  readonly name: 'min' | 'max'
  readonly date: CalendarDate
}

function Extreme({ row, name, date }: ExtremeProps) {
  return (
    <span>
      <Figure period={row} name={name} />
      <span className="second-line">{formatDayAndMonth(date)}</span>
    </span>
  )
}

interface BarProps {
  readonly low: number
  readonly closing: number
  readonly high: number
}

/** Hidden from screen readers: the figures beside it say more. */
function Bar({ low, closing, high }: BarProps) {
  const place = high > low ? ((closing - low) / (high - low)) * 100 : 50
  return (
    <svg className={styles['bar']} aria-hidden="true">
      <rect fill="var(--well)" stroke="var(--edge)" width="100%" height="100%" rx="4" />
      <circle
        fill="var(--act)"
        stroke="var(--card)"
        strokeWidth={2}
        cx={`${place.toFixed(1)}%`}
        cy="50%"
        r="6"
      />
    </svg>
  )
}

/** `was 241.1780, changed 29 Oct by Tharindu Galpotha` */
function Corrections({ row: { sealed, closing } }: { readonly row: BoardRow }) {
  if (!sealed?.differs) return null
  const last = sealed.corrections.toSorted((one, other) =>
    one.changed_at < other.changed_at ? -1 : 1,
  )
  const newest = last.at(-1)
  const was =
    sealed.closing && sealed.closing.rate !== closing?.rate
      ? t.periods.sealedFigure({ rate: rateText(sealed.closing) })
      : undefined
  const changed = newest
    ? t.periods.changed({
        day: formatDayAndMonth(dayInColombo(new Date(newest.changed_at))),
        user: newest.changed_by === null ? 'none' : shownUser(newest.changed_by),
      })
    : t.periods.differsOtherwise
  return <span className="second-line">{[was, changed].filter(Boolean).join(', ')}</span>
}
