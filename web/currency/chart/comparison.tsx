import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay } from '../../../text/en/days.ts'
import { listed } from '../../../text/en/names.ts'
import { chartLayersText as TEXT } from '../../text/en/chart-layers.ts'
import { Waiting } from '../../ui/waiting.tsx'
import type { CurrencyChoice } from '../history-queries.ts'
import { brokenLine, isNextOpenDay, nearestTo } from './chart-geometry.ts'
import { ChartPlot } from './chart-plot.tsx'
import {
  changeOf,
  changesText,
  comparisonOf,
  type ComparedLine,
  type ComparisonShape,
} from './compared-lines.ts'
import { DaySlider } from './day-slider.tsx'
import { comparedQueries } from './layer-queries.ts'
import { Measured, MeasuredDays, measuredOf } from './measured.tsx'
import styles from './rate-chart.module.css'
import { useMeasure } from './use-measure.ts'

/** Currencies side by side, each as its change in per cent since the first day. */
export function Comparison({ choice }: { choice: CurrencyChoice }) {
  const responses = useQueries({ queries: comparedQueries(choice) }).map(({ data }) => data)
  const shape = useMemo(() => comparisonOf(responses.flatMap((each) => each?.data ?? [])), responses)
  const missing = [choice.currency, ...choice.compared].filter((_, at) => !responses[at])
  return (
    <>
      {missing.length > 0 && <Waiting label={TEXT.loading(listed(missing))} />}
      {shape ? <Lines key={shape.since} shape={shape} /> : missing.length === 0 && <p>{TEXT.noCommonDay}</p>}
    </>
  )
}

function Lines({ shape: { since, lines, days, dayScale, scale } }: { shape: ComparisonShape }) {
  /** Days since the first; undefined: the last one. */
  const [day, setDay] = useState<number>()
  const read = nearestTo(days, day ?? dayScale.days)
  const { measure, clear, handlers } = useMeasure({ days: dayScale.days, day: read?.day ?? 0, onDay: setDay })
  if (!read) return null
  const change = (one: typeof read, other: typeof read) =>
    TEXT.changes(changesText(lines, one.date, other.date), ...inOrder(one.date, other.date))
  const { from, to, text: measured } = measuredOf({ measure, days, read, change })
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['reading']}>
        {TEXT.changeSince(formatDay(since), formatDay(read.date))}
      </figcaption>
      <Changes lines={lines} since={since} date={read.date} />
      <ChartPlot
        dayScale={dayScale}
        scale={scale}
        paths={
          <>
            {lines.map(({ currency, points }, at) => (
              <path
                key={currency}
                className={styles[`compared-${at}`]}
                d={brokenLine(points, isNextOpenDay)}
              />
            ))}
            {from && to && <MeasuredDays from={dayScale.x(from.day)} to={dayScale.x(to.day)} />}
            <path data-pointed className={styles['cursor']} d={`M${dayScale.x(read.day)} 0V100`} />
          </>
        }
        endLabels={lines.map(({ currency, points }) => ({ text: currency, y: points.at(-1)?.y ?? 0 }))}
      >
        <DaySlider
          {...handlers}
          label={TEXT.dayOfComparison}
          text={
            measured ??
            TEXT.changesOn(formatDay(read.date), changesText(lines, since, read.date), formatDay(since))
          }
          points={days}
          day={read.day}
          onDay={setDay}
        />
      </ChartPlot>
      <Measured text={measured} onClear={clear} />
    </figure>
  )
}

/** Each currency's change up to a day; its line has the same colour. */
function Changes(props: { lines: readonly ComparedLine[]; since: CalendarDate; date: CalendarDate }) {
  const { lines, since, date } = props
  return (
    <ul className={styles['changes']} data-picture>
      {lines.map((line, at) => (
        <li key={line.currency} className={styles[`of-${at}`]}>
          {line.currency} <strong>{changeOf(line, since, date) ?? '–'}</strong>
        </li>
      ))}
    </ul>
  )
}

function inOrder(one: CalendarDate, other: CalendarDate): [string, string] {
  return one < other ? [formatDay(one), formatDay(other)] : [formatDay(other), formatDay(one)]
}
