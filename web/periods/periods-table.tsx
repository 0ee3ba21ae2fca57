import { Fragment } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { PeriodRate } from '../../contract/periods.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { classNames } from '../ui/class-names.ts'
import { coveredDays } from './incomplete.ts'
import { MissingDays } from './missing-in-period.tsx'
import styles from './periods-table.module.css'

const figures = () =>
  [
    { name: 'opening', title: t.periods.columns.opening },
    { name: 'closing', title: t.periods.columns.closing },
    { name: 'average_published', title: t.periods.columns.averagePublished },
    { name: 'average_calendar', title: t.periods.columns.averageCalendar },
    { name: 'min', title: t.periods.columns.min },
    { name: 'max', title: t.periods.columns.max },
  ] as const
type FigureName = ReturnType<typeof figures>[number]['name']

/**
 * The figures of periods, the newest first. On a phone each period stands by itself, so the roles
 * of a table are named.
 */
export function PeriodsTable({
  shown,
}: {
  shown: ResponseOf<'GET /api/exchange-rate/:currency/periods'>['data']
}) {
  const { currency, unit, periods } = shown
  if (periods.every(({ closing }) => closing === null))
    return <p>{t.periods.empty({ currency })}</p>
  return (
    <table role="table" className={styles['table']}>
      <caption className="visually-hidden">
        {t.periods.caption({ currency, unit: t.periods.units[unit] })}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t.periods.columns.period}
          </th>
          {figures().map(({ name, title }) => (
            <th key={name} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {periods.toReversed().map((period) => (
          <Fragment key={period.from}>
            <tr role="row" className={styles['figures']}>
              <th role="rowheader" scope="row">
                {period.period}
                <State period={period} />
              </th>
              {figures().map(({ name, title }) => (
                <td key={name} role="cell" data-title={title}>
                  <Figure period={period} name={name} />
                </td>
              ))}
            </tr>
            <Notes period={period} unit={unit} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function State({ period }: { period: PeriodRate }) {
  const { sealed_at: sealedAt, complete, reason, to, moved_percent: moved } = period
  const isOver = to < useToday()
  return (
    <>
      <span className={styles['state']}>
        {sealedAt !== null
          ? t.periods.states.sealed({ day: dayInColombo(new Date(sealedAt)) })
          : reason
            ? t.periods.states[reason]
            : t.periods.states[complete ? 'complete' : isOver ? 'partial' : 'running']}
      </span>
      {moved !== null && (
        <span className={styles['state']}>{t.periods.moved({ percent: moved.toFixed(2) })}</span>
      )}
    </>
  )
}

/** A figure with its day or its number of days, and the sealed one where that is another. */
function Figure({ period, name }: { period: PeriodRate; name: FigureName }) {
  const figure = period[name]
  const sealed = period.sealed?.[name] ?? null
  const isOther = period.sealed !== null && sealed?.rate !== figure?.rate
  return (
    <>
      <span className={styles['rate']}>{figure ? formatRate(fromWire(figure.rate)) : '–'}</span>
      {isOther && (
        <span className={styles['sealed']}>
          {t.periods.sealedFigure({ rate: sealed ? formatRate(fromWire(sealed.rate)) : '–' })}
        </span>
      )}
      {figure && (
        <span className={classNames(styles['of'], 'days' in figure && styles['count'])}>
          {belowFigure(figure, name)}
        </span>
      )}
      {figure && <Incomplete period={period} name={name} />}
    </>
  )
}

/**
 * Marks a figure that is not of the whole period. An opening rate is of none of its days, and a
 * closing rate of its last ones.
 */
function Incomplete({ period, name }: { period: PeriodRate; name: FigureName }) {
  const { first, last } = coveredDays(period, useToday())
  const from = name === 'closing' ? undefined : first
  if (name === 'opening' || (from === undefined && last === undefined)) return null
  return (
    <span className={classNames(styles['incomplete'], 'tone-warning')}>
      {t.periods.incomplete({ first: from, last })}
    </span>
  )
}

function belowFigure(figure: NonNullable<PeriodRate[FigureName]>, name: FigureName): string {
  if ('date' in figure) return formatDay(figure.date)
  return name === 'average_published'
    ? t.periods.publishedDays({ count: figure.days })
    : t.periods.calendarDays({ count: figure.days })
}

/** What to know of a period before its figures are used. */
function Notes({ period, unit }: { period: PeriodRate; unit: PeriodUnit }) {
  const { note, sealed, missing, closing, moved_percent: moved } = period
  if (closing === null || (note === null && !sealed?.differs && missing.length === 0)) return null
  return (
    <tr role="row" className={styles['notes']}>
      <td role="cell" colSpan={figures().length + 1}>
        {note !== null && (
          <p className={styles['warning']}>
            {t.periods.movedFar({ percent: (moved ?? 0).toFixed(2), unit })}
          </p>
        )}
        {sealed?.differs && (
          <p className={styles['warning']}>
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
        <MissingDays missing={missing} />
      </td>
    </tr>
  )
}
