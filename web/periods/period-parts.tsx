import type { PeriodRate } from '../../contract/periods.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { kindName } from '../../text/names.ts'
import { formatDayAndMonth, formatMonth, monthName, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import type { RateChoice } from '../rates/rates.ts'
import { DayMark } from '../ui/day-mark.tsx'
import { Badge } from '../ui/notice.tsx'
import styles from './period-parts.module.css'

type FigureName = 'average_published' | 'average_calendar' | 'closing' | 'min' | 'max'
type NamedPeriod = Pick<PeriodRate, 'period' | 'from'>

export const rateText = ({ rate }: { readonly rate: number }) => formatRate(fromWire(rate))

/** `November 2026`, `Q3 2026`, `2026`, `2026/27`. */
export function periodName({ period, from }: NamedPeriod, unit: PeriodUnit): string {
  if (unit === 'quarter') return period.split('-').reverse().join(' ')
  return unit === 'month' ? formatMonth(from) : period
}

/** `Nov`, `Q3`, `2026`, `2026/27`. */
export function shortPeriodName({ period, from }: NamedPeriod, unit: PeriodUnit): string {
  if (unit === 'quarter') return period.slice(-2)
  return unit === 'month' ? monthName(from) : period
}

interface Sources extends RateChoice {
  readonly sources: readonly RateSource[]
}

/** `Indicative rates, published by the Central Bank of Sri Lanka. Some days were entered by hand.` */
export function sourcesText({ kind, publisher, sources }: Sources): string {
  const rates = kindName({ kind, publisher })
  return sources
    .map((source) =>
      source === 'manual'
        ? t.periods.byHand({ days: sources.length === 1 ? 'all' : 'some' })
        : t.board.source({ rates, source }),
    )
    .join(' ')
}

interface PeriodProps {
  readonly period: PeriodRate
}

export function Figure({ period, name }: PeriodProps & { readonly name: FigureName }) {
  const figure = period[name]
  const sealed = period.sealed?.[name] ?? null
  const isOther = period.sealed !== null && sealed?.rate !== figure?.rate
  const { first, last } = coveredDays(period, useToday())
  const isPartial = last !== undefined || (first !== undefined && name !== 'closing')
  return (
    <>
      <span className={isPartial ? styles['partial'] : undefined}>
        {figure ? rateText(figure) : '–'}
      </span>
      {isOther && (
        <span className={styles['final']}>
          {t.periods.sealedFigure({ rate: sealed ? rateText(sealed) : '–' })}
        </span>
      )}
    </>
  )
}

/** `withDays`: the state also says how many days have a rate. */
export function Status({
  period,
  withDays = false,
}: PeriodProps & { readonly withDays?: boolean }) {
  const { reason, final, sample, sealed, missing } = period
  const incomplete = incompleteSentence(period, useToday())
  if (reason)
    return (
      <span className="muted">
        {reason === 'no rate' && <DayMark mark="missing" />} {t.periods.states[reason]}
      </span>
    )
  const missed = missing.filter(isMissed).length
  const days = period.average_published?.days ?? 0
  const counted = withDays && (
    <span className="unbroken">
      {sample ? t.periods.dayCount({ days }) : t.periods.dayCountOf({ days, of: days + missed })}
    </span>
  )
  return (
    <>
      {sample && <Badge tone="info">{t.ui.sample}</Badge>}{' '}
      {incomplete !== undefined ? (
        <Badge tone="warning">
          <DayMark mark="partial" /> {incomplete}
        </Badge>
      ) : sealed?.differs ? (
        <Badge tone="warning">{t.periods.states.corrected}</Badge>
      ) : sample ? (
        <span className="muted">{counted}</span>
      ) : final ? (
        <span className={withDays ? undefined : 'muted'}>
          {withDays && <span aria-hidden="true">✓</span>} {t.periods.states.final}
          {withDays && ', '}
          {counted}
        </span>
      ) : (
        <>
          <Badge tone="info">{t.periods.states.provisional}</Badge>{' '}
          <span className="muted">{counted}</span>
        </>
      )}
    </>
  )
}

/** Undefined unless business days of the period have no rate. */
function incompleteSentence(period: PeriodRate, today: CalendarDate): string | undefined {
  const { first, last } = coveredDays(period, today)
  if (first !== undefined && first === last)
    return t.periods.incompleteDay({ day: formatDayAndMonth(first) })
  if (first !== undefined || last !== undefined)
    return t.periods.incomplete({
      first: first ? formatDayAndMonth(first) : 'none',
      last: last ? formatDayAndMonth(last) : 'none',
    })
  const count = period.missing.filter(isMissed).length
  return period.sealed || period.final || count === 0
    ? undefined
    : t.periods.incompleteDays({ count })
}

/** The reasons of business days without a rate. */
const MISSED = ['not published', 'not received']
const isMissed = ({ reason }: { readonly reason: string }) => MISSED.includes(reason)

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
  let isMissedDay = false
  let day = from
  for (; day !== end && reasons.has(day); day = addDays(day, step)) {
    const reason = reasons.get(day) ?? ''
    isMissedDay ||= isMissed({ reason })
    if (reason === 'no holiday list') unlisted++
  }
  return isMissedDay || unlisted > MAX_UNLISTED ? day : undefined
}
