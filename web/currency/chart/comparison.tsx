import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay, t } from '../../../text/sentences.ts'
import { listed } from '../../../text/names.ts'
import { MissingNotice } from '../../connection/connection-notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { historyQuery, type CurrencyChoice } from '../history-queries.ts'
import { brokenLine, isClose } from './chart-geometry.ts'
import { ChartPlot } from './chart-plot.tsx'
import {
  changeOf,
  changesText,
  comparisonOf,
  type ComparedLine,
  type ComparisonShape,
} from './compared-lines.ts'
import { DaySlider, Measured, Stretch } from './day-slider.tsx'
import styles from './rate-chart.module.css'
import { useReader } from './use-reader.ts'

/** The histories that are compared, the page's own first. */
export const comparedQueries = (choice: CurrencyChoice) =>
  [choice.currency, ...choice.compared].map((currency) => historyQuery({ ...choice, currency }))

/** Currencies side by side, each as its change in per cent since the first day. */
export function Comparison({ choice }: { choice: CurrencyChoice }) {
  const queries = useQueries({ queries: comparedQueries(choice) })
  const responses = queries.map(({ data }) => data)
  const shape = useMemo(
    () => comparisonOf(responses.flatMap((each) => each?.data ?? [])),
    responses,
  )
  const missing = [choice.currency, ...choice.compared].filter(
    (_, at) => !responses[at] && !queries[at]?.error,
  )
  return (
    <>
      <MissingNotice queries={queries} />
      {missing.length > 0 && (
        <Waiting label={t.chartLayers.loading({ currencies: listed(missing) })} />
      )}
      {shape ? (
        <Lines key={shape.since} shape={shape} />
      ) : (
        responses.every((each) => each) && <p>{t.chartLayers.noCommonDay}</p>
      )}
    </>
  )
}

function Lines({ shape: { since, lines, days, dayScale, scale } }: { shape: ComparisonShape }) {
  const { read, slider, stretch, measured, clear } = useReader(
    days,
    ({ date: one }, { date: other }) =>
      t.chartLayers.changes({ changes: changesText(lines, one, other), ...inOrder(one, other) }),
  )
  if (!read) return null
  return (
    <figure className={styles['chart']}>
      <figcaption className="fine-print">
        {t.chartLayers.changeSince({ since: formatDay(since), day: formatDay(read.date) })}
      </figcaption>
      <Changes lines={lines} since={since} date={read.date} />
      <ChartPlot
        dayScale={dayScale}
        scale={scale}
        paths={
          <>
            {lines.map(({ currency, points }) => (
              <path key={currency} className={styles['compared']} d={brokenLine(points, isClose)} />
            ))}
            {stretch && (
              <Stretch from={dayScale.x(stretch[0].day)} to={dayScale.x(stretch[1].day)} />
            )}
            <path className={styles['cursor']} d={`M${dayScale.x(read.day)} 0V100`} />
          </>
        }
        endLabels={lines.map(({ currency, points }) => ({
          text: currency,
          y: points.at(-1)?.y ?? 0,
        }))}
      >
        <DaySlider
          {...slider}
          label={t.chartLayers.dayOfComparison}
          text={
            measured ??
            t.chartLayers.changesOn({
              day: formatDay(read.date),
              changes: changesText(lines, since, read.date),
              since: formatDay(since),
            })
          }
        />
      </ChartPlot>
      <Measured text={measured} onClear={clear} />
    </figure>
  )
}

/** Each currency's change up to a day; its line has the same colour. */
function Changes(props: {
  lines: readonly ComparedLine[]
  since: CalendarDate
  date: CalendarDate
}) {
  const { lines, since, date } = props
  return (
    <ul className={styles['changes']}>
      {lines.map((line) => (
        <li key={line.currency}>
          {line.currency} <strong>{changeOf(line, since, date) ?? '–'}</strong>
        </li>
      ))}
    </ul>
  )
}

function inOrder(one: CalendarDate, other: CalendarDate): { from: string; to: string } {
  const [from, to] = one < other ? [one, other] : [other, one]
  return { from: formatDay(from), to: formatDay(to) }
}
