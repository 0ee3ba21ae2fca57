import { seriesName } from '../../text/names.ts'
import { Fragment } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { PeriodRate } from '../../contract/periods.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { formatDayAndMonth, formatMonth, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { coveredDays } from './incomplete.ts'
import { MissingInPeriod } from './missing-in-period.tsx'
import styles from './periods-table.module.css'

type FigureName = 'average_published' | 'average_calendar' | 'closing' | 'min' | 'max'

interface PeriodsTableProps {
  readonly shown: ResponseOf<'GET /api/exchange-rate/:currency/periods'>['data']
  /** Whether the average of calendar days is shown too, with the days that have no rate. */
  readonly withCalendar: boolean
}

/** The figures of periods, the newest first, one row for each; a phone has them in two lines. */
export function PeriodsTable({ shown, withCalendar }: PeriodsTableProps) {
  const { currency, kind, publisher, unit, periods } = shown
  const series = seriesName(seriesOf(currency, kind, publisher))
  if (periods.every(({ closing }) => closing === null))
    return <p>{t.periods.empty({ currency: series })}</p>
  const { columns } = t.periods
  const titles = [
    {
      title: (
        <>
          {columns.period}
          <span className="second-line narrow">
            {t.periods.range({ from: columns.min, to: columns.max.toLowerCase() })}
          </span>
        </>
      ),
    },
    { title: columns.averagePublished, numeric: true },
    ...(withCalendar ? [{ title: columns.averageCalendar, numeric: true, wide: true }] : []),
    { title: columns.closing, numeric: true },
    { title: columns.min, numeric: true, wide: true },
    { title: columns.max, numeric: true, wide: true },
    { title: columns.days, numeric: true, wide: true },
    { title: columns.status, wide: true },
  ]
  return (
    <Table
      caption={t.periods.caption({ currency: series, unit: t.periods.units[unit] })}
      columns={titles}
    >
      {periods.toReversed().map((period) => (
        <Fragment key={period.from}>
          <Row period={period} unit={unit} withCalendar={withCalendar} />
          <Notes period={period} unit={unit} withCalendar={withCalendar} />
        </Fragment>
      ))}
    </Table>
  )
}

interface RowProps extends Pick<PeriodsTableProps, 'withCalendar'> {
  readonly period: PeriodRate
  readonly unit: PeriodUnit
}

function Row({ period, unit, withCalendar }: RowProps) {
  const { to, min, max, average_published: average } = period
  const isRunning = to >= useToday() && period.closing !== null
  return (
    <tr role="row">
      <Cell heading>
        <span className={styles['period']}>{nameOf(period, unit)}</span>{' '}
        {isRunning && <span className="fine-print">{t.periods.states.running}</span>}
        {min && max && (
          <span className="second-line narrow">
            {t.periods.range({ from: textOf(min), to: textOf(max) })}
          </span>
        )}
      </Cell>
      <Cell numeric>
        <strong>
          <Figure period={period} name="average_published" />
        </strong>
        {withCalendar && (
          <span className="second-line narrow">
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
        <span className="second-line narrow">
          <Status period={period} />
        </span>
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
      <Cell wide>
        <Status period={period} />
      </Cell>
    </tr>
  )
}

const textOf = ({ rate }: { readonly rate: number }) => formatRate(fromWire(rate))

/** `November 2026`, `Q3 2026`, `2026`, `2026/27`. */
function nameOf({ period, from }: PeriodRate, unit: PeriodUnit): string {
  if (unit === 'quarter') return period.split('-').reverse().join(' ')
  return unit === 'month' ? formatMonth(from) : period
}

/** Whether the figures can still change, and whether they are of the whole period. */
function Status({ period }: { period: PeriodRate }) {
  const { reason, sealed_at: sealedAt } = period
  const { first, last } = coveredDays(period, useToday())
  if (reason) return <span className="muted">{t.periods.states[reason]}</span>
  if (first !== undefined || last !== undefined)
    return (
      <Badge tone="warning">
        {t.periods.incomplete({
          first: first ? formatDayAndMonth(first) : 'none',
          last: last ? formatDayAndMonth(last) : 'none',
        })}
      </Badge>
    )
  return sealedAt === null ? (
    t.periods.states.provisional
  ) : (
    <span className="muted">{t.periods.states.final}</span>
  )
}

/** A figure, muted where it is not of the whole period, and the final one where that is another. */
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

/** What to know of a period before its figures are used. */
function Notes({ period, unit, withCalendar }: RowProps) {
  const { note, sealed, missing, closing, moved_percent: moved } = period
  const isMissing = withCalendar && missing.length > 0
  if (closing === null || (note === null && !sealed?.differs && !isMissing)) return null
  return (
    <tr role="row" className={styles['notes']}>
      <td role="cell" colSpan={8}>
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
      </td>
    </tr>
  )
}
