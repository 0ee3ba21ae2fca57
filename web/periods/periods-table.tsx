import { Fragment } from 'react'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { periodRates } from '../../contract/periods.ts'
import type { PeriodRate } from '../../contract/schema/periods.schema.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatDay } from '../../text/en/days.ts'
import { useToday } from '../page-context.ts'
import { PERIODS_TEXT as TEXT } from '../text/en/periods.ts'
import { classNames } from '../ui/class-names.ts'
import { MissingDays } from './missing-in-period.tsx'
import styles from './periods-table.module.css'

const FIGURES = [
  { name: 'opening', title: TEXT.columns.opening },
  { name: 'closing', title: TEXT.columns.closing },
  { name: 'average_published', title: TEXT.columns.averagePublished },
  { name: 'average_calendar', title: TEXT.columns.averageCalendar },
  { name: 'min', title: TEXT.columns.min },
  { name: 'max', title: TEXT.columns.max },
] as const
type FigureName = (typeof FIGURES)[number]['name']

/** The figures of periods, the newest first. On a phone each period stands by itself, so the roles of a table are named. */
export function PeriodsTable({ shown }: { shown: ResponseBody<typeof periodRates>['data'] }) {
  const { currency, unit, periods } = shown
  if (periods.every(({ closing }) => closing === null)) return <p>{TEXT.empty(currency)}</p>
  return (
    <table role="table" className={styles['table']}>
      <caption className="visually-hidden">{TEXT.caption(currency, TEXT.units[unit])}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {TEXT.columns.period}
          </th>
          {FIGURES.map(({ name, title }) => (
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
              {FIGURES.map(({ name, title }) => (
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
          ? TEXT.states.sealed(dayInColombo(new Date(sealedAt)))
          : reason
            ? TEXT.states[reason]
            : TEXT.states[complete ? 'complete' : isOver ? 'partial' : 'running']}
      </span>
      {moved !== null && <span className={styles['state']}>{TEXT.moved(moved.toFixed(2))}</span>}
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
          {TEXT.sealedFigure(sealed ? formatRate(fromWire(sealed.rate)) : '–')}
        </span>
      )}
      {figure && (
        <span className={classNames(styles['of'], 'days' in figure && styles['count'])}>
          {belowFigure(figure, name)}
        </span>
      )}
    </>
  )
}

function belowFigure(figure: NonNullable<PeriodRate[FigureName]>, name: FigureName): string {
  if ('date' in figure) return formatDay(figure.date)
  return name === 'average_published' ? TEXT.publishedDays(figure.days) : TEXT.calendarDays(figure.days)
}

/** What to know of a period before its figures are used. */
function Notes({ period, unit }: { period: PeriodRate; unit: PeriodUnit }) {
  const { note, sealed, missing, closing, moved_percent: moved } = period
  if (closing === null || (note === null && !sealed?.differs && missing.length === 0)) return null
  return (
    <tr role="row" className={styles['notes']}>
      <td role="cell" colSpan={FIGURES.length + 1}>
        {note !== null && <p className={styles['warning']}>{TEXT.movedFar((moved ?? 0).toFixed(2), unit)}</p>}
        {sealed?.differs && (
          <p className={styles['warning']}>
            {TEXT.differs}{' '}
            {sealed.corrections.length === 0
              ? TEXT.differsOtherwise
              : sealed.corrections
                  .map(({ date, changed_at: at }) => TEXT.corrected(date, dayInColombo(new Date(at))))
                  .join(' ')}
          </p>
        )}
        <MissingDays missing={missing} />
      </td>
    </tr>
  )
}
