import { Fragment } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { PeriodRate } from '../../contract/periods.ts'
import { addDays, dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { formatDayAndMonth, formatMonth, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { missingReason } from '../rates/rate-parts.tsx'
import { citedAddress } from '../rates/rates.ts'
import { Disclosure } from '../ui/card.tsx'
import { Badge } from '../ui/notice.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import styles from './periods.module.css'

type FigureName = 'average_published' | 'average_calendar' | 'closing' | 'min' | 'max'

interface PeriodsTableProps {
  readonly shown: ResponseOf<'GET /api/exchange-rate/:currency/periods'>['data']
  readonly withCalendar: boolean
}

export function PeriodsTable({ shown, withCalendar }: PeriodsTableProps) {
  const { currency, kind, publisher, unit, periods } = shown
  const series = seriesOf(currency, kind, publisher)
  if (periods.every(({ closing }) => closing === null))
    return <p>{t.periods.empty({ currency: seriesName(series) })}</p>
  const { columns } = t.periods
  const numeric = (title: string) => ({ title, numeric: true })
  const wide = (title: string) => ({ title, numeric: true, wide: true })
  return (
    <Table
      caption={t.periods.caption({
        currency: seriesName(series),
        unit: t.periods.units[unit],
      })}
      columns={[
        columns.period,
        numeric(columns.averagePublished),
        ...(withCalendar ? [wide(columns.averageCalendar)] : []),
        numeric(columns.closing),
        ...[columns.min, columns.max, columns.days].map(wide),
        { title: columns.status, wide: true },
      ]}
      className={styles['periods']}
    >
      {periods.toReversed().map((period) => (
        <Fragment key={period.from}>
          <Period period={period} unit={unit} withCalendar={withCalendar} series={series} />
          <Notes period={period} unit={unit} withCalendar={withCalendar} />
        </Fragment>
      ))}
    </Table>
  )
}

interface NotesProps extends Pick<PeriodsTableProps, 'withCalendar'> {
  readonly period: PeriodRate
  readonly unit: PeriodUnit
}

function Period({ period, unit, withCalendar, series }: NotesProps & { readonly series: Series }) {
  const { to, min, max, average_published: average, closing, reason } = period
  const isRunning = to >= useToday() && closing !== null
  const name = nameOf(period, unit)
  return (
    <Row>
      <Cell heading>
        {closing && reason === null ? (
          <Link href={citedAddress({ ...series, date: closing.date })}>{name}</Link>
        ) : (
          name
        )}{' '}
        {isRunning && <span className="fine-print unbroken">{t.periods.states.running}</span>}
        {min && max && (
          <span className="second-line phone-only">
            {t.periods.range({ from: textOf(min), to: textOf(max) })}
          </span>
        )}
      </Cell>
      <Cell numeric>
        <strong>
          <Figure period={period} name="average_published" />
        </strong>
        {withCalendar && (
          <span className="second-line phone-only">
            <Figure period={period} name="average_calendar" />
          </span>
        )}
      </Cell>
      {withCalendar && (
        <Cell numeric wide>
          <Figure period={period} name="average_calendar" />
        </Cell>
      )}
      <Cell numeric>
        <Figure period={period} name="closing" />
      </Cell>
      <Cell numeric wide>
        <Figure period={period} name="min" />
      </Cell>
      <Cell numeric wide>
        <Figure period={period} name="max" />
      </Cell>
      <Cell numeric wide>
        {average?.days ?? '–'}
      </Cell>
      <Cell className={styles['status']}>
        <Status period={period} />
      </Cell>
    </Row>
  )
}

const textOf = ({ rate }: { readonly rate: number }) => formatRate(fromWire(rate))

/** `November 2026`, `Q3 2026`, `2026`, `2026/27`. */
function nameOf({ period, from }: PeriodRate, unit: PeriodUnit): string {
  if (unit === 'quarter') return period.split('-').reverse().join(' ')
  return unit === 'month' ? formatMonth(from) : period
}

/** Incomplete if business days at its start or end have no rates. */
function Status({ period }: { period: PeriodRate }) {
  const { reason, final, sealed, missing } = period
  const { first, last } = coveredDays(period, useToday())
  if (reason) return <span className="muted">{t.periods.states[reason]}</span>
  if (first !== undefined || last !== undefined)
    return (
      <Badge tone="warning">
        {first === last && first
          ? t.periods.incompleteDay({ day: formatDayAndMonth(first) })
          : t.periods.incomplete({
              first: first ? formatDayAndMonth(first) : 'none',
              last: last ? formatDayAndMonth(last) : 'none',
            })}
      </Badge>
    )
  if (sealed?.differs) return <Badge tone="warning">{t.periods.states.corrected}</Badge>
  if (final) return <span className="muted">{t.periods.states.final}</span>
  const count = missing.filter(({ reason }) => MISSED.includes(reason)).length
  return count > 0 ? (
    <Badge tone="warning">{t.periods.incompleteDays({ count })}</Badge>
  ) : (
    <Badge tone={{ className: styles['provisional'] }}>{t.periods.states.provisional}</Badge>
  )
}

function Figure({ period, name }: { period: PeriodRate; name: FigureName }) {
  const figure = period[name]
  const sealed = period.sealed?.[name] ?? null
  const isOther = period.sealed !== null && sealed?.rate !== figure?.rate
  const { first, last } = coveredDays(period, useToday())
  const isPartial = last !== undefined || (first !== undefined && name !== 'closing')
  return (
    <>
      <span className={isPartial ? styles['partial'] : undefined}>
        {figure ? textOf(figure) : '–'}
      </span>
      {isOther && (
        <span className={styles['final']}>
          {t.periods.sealedFigure({ rate: sealed ? textOf(sealed) : '–' })}
        </span>
      )}
    </>
  )
}

function Notes({ period, unit, withCalendar }: NotesProps) {
  const { note, sealed, missing, closing, moved_percent: moved } = period
  const isMissing = withCalendar && missing.length > 0
  if (closing === null || (note === null && !sealed?.differs && !isMissing)) return null
  return (
    <Row className={styles['notes']}>
      <Cell colSpan={8}>
        {note !== null && (
          <p className="tone-warning">
            {t.periods.movedFar({ percent: (moved ?? 0).toFixed(2), unit })}
          </p>
        )}
        {sealed?.differs && (
          <p className="tone-warning">
            {t.periods.differs}{' '}
            {sealed.corrections.length === 0
              ? t.periods.differsOtherwise
              : sealed.corrections
                  .map(({ date, changed_at: at }) =>
                    t.periods.corrected({ day: date, changed: dayInColombo(new Date(at)) }),
                  )
                  .join(' ')}
          </p>
        )}
        {isMissing && <MissingInPeriod missing={missing} />}
      </Cell>
    </Row>
  )
}

/** Weekends are counted. */
function MissingInPeriod({ missing }: Pick<PeriodRate, 'missing'>) {
  const named = missing.filter(({ reason }) => reason !== 'weekend')
  const weekends = missing.length - named.length
  return (
    <Disclosure summary={t.periods.missing({ count: missing.length })}>
      <ul>
        {weekends > 0 && <li>{t.periods.weekends({ count: weekends })}</li>}
        {named.map(({ date, reason }) => (
          <li key={date}>{t.periods.missingDay({ day: date, reason: missingReason(reason) })}</li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** The reasons of business days without a rate. */
const MISSED = ['not published', 'not received']

/** In a year without a holiday list, so many weekdays in a row may be holidays. */
const MAX_UNLISTED = 3

/** The days that a period's figures cover; undefined if they reach its start or its end. */
interface Covered {
  readonly first: CalendarDate | undefined
  readonly last: CalendarDate | undefined
}

/**
 * Returns the first and the last day with a rate if business days before or after it have none.
 * Today's rate is not expected yet.
 */
export function coveredDays(
  { from, to, missing }: Pick<PeriodRate, 'from' | 'to' | 'missing'>,
  today: CalendarDate,
): Covered {
  const reasons = new Map(missing.map(({ date, reason }) => [date, reason]))
  const end = to < today ? to : addDays(today, -1)
  return { first: firstCovered(reasons, from, 1, end), last: firstCovered(reasons, end, -1, from) }
}

function firstCovered(
  reasons: ReadonlyMap<CalendarDate, string>,
  from: CalendarDate,
  step: 1 | -1,
  end: CalendarDate,
): CalendarDate | undefined {
  let unlisted = 0
  let isMissed = false
  let day = from
  for (; day !== end && reasons.has(day); day = addDays(day, step)) {
    const reason = reasons.get(day)
    isMissed ||= MISSED.includes(reason ?? '')
    if (reason === 'no holiday list') unlisted++
  }
  return isMissed || unlisted > MAX_UNLISTED ? day : undefined
}
