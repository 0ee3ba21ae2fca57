import { Fragment } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { PeriodRate } from '../../contract/periods.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { missingReason } from '../rates/rate-parts.tsx'
import { citedAddress } from '../rates/rates.ts'
import { Disclosure } from '../ui/card.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { Figure, periodName, rateText, Status } from './period-parts.tsx'
import styles from './periods.module.css'

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
  const name = periodName(period, unit)
  return (
    <Row>
      <Cell heading>
        {closing && reason === null ? (
          <Link href={citedAddress({ ...series, date: closing.date })}>{name}</Link>
        ) : (
          name
        )}{' '}
        {isRunning && <span className={styles['running']}>{t.periods.states.running}</span>}
        {min && max && (
          <span className="second-line phone-only">
            {t.periods.range({ from: rateText(min), to: rateText(max) })}
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
