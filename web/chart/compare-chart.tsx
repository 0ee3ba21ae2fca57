import { useMemo } from 'react'
import { toDayNumber, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { fromWire, percentChangeText, type Rate } from '../../domain/money.ts'
import { formatDay, t } from '../../text/sentences.ts'
import styles from './chart.module.css'
import { ChartPlot, DaySlider, useDayReader } from './plot.tsx'
import {
  brokenLine,
  scaleDays,
  isClose,
  percentTicks,
  valueScale,
  type Dated,
  type DayScale,
  type Point,
  type ValueScale,
} from './scales.ts'

interface History {
  readonly currency: Currency
  readonly rates: readonly { readonly date: CalendarDate; readonly rate: number }[]
}

interface ComparedLine {
  readonly currency: Currency
  readonly rates: ReadonlyMap<CalendarDate, Rate>
  readonly points: readonly (Point & Dated)[]
}

interface ComparisonShape {
  /** Changes are relative to this day, the first on which all currencies have a rate. */
  readonly since: CalendarDate
  readonly lines: readonly ComparedLine[]
  /** Ascending. */
  readonly days: readonly Dated[]
  readonly dayScale: DayScale
  readonly scale: ValueScale
}

interface CompareChartProps {
  readonly histories: readonly History[]
}

export function CompareChart({ histories }: CompareChartProps) {
  const shape = useMemo(() => placeComparison(histories), [histories])
  return shape ? <Lines key={shape.since} shape={shape} /> : <p>{t.chart.noCommonDay}</p>
}

function Lines({ shape: { since, lines, days, dayScale, scale } }: { shape: ComparisonShape }) {
  const { read, slider } = useDayReader(days)
  if (!read) return null
  return (
    <figure className={styles['chart']}>
      <figcaption className="fine-print">
        {t.chart.changeFrom({ since: formatDay(since), day: formatDay(read.date) })}
      </figcaption>
      <ul className={styles['changes']}>
        {lines.map((line) => (
          <li key={line.currency}>
            {line.currency} <strong>{changeOf(line, since, read.date)}</strong>
          </li>
        ))}
      </ul>
      <ChartPlot
        dayScale={dayScale}
        scale={scale}
        paths={
          <>
            {lines.map(({ currency, points }) => (
              <path key={currency} className={styles['compared']} d={brokenLine(points, isClose)} />
            ))}
            <path className={styles['cursor']} d={`M${dayScale.x(read.day)} 0V100`} />
          </>
        }
        endLabels={lines.map(({ currency, points }) => ({
          text: currency,
          y: points.at(-1)?.y ?? 0,
        }))}
      >
        <DaySlider
          slider={slider}
          label={t.chart.dayOfComparison}
          text={t.chart.changesOn({
            day: formatDay(read.date),
            changes: changesText(lines, since, read.date),
            since: formatDay(since),
          })}
        />
      </ChartPlot>
    </figure>
  )
}

/** Undefined if no day has a rate of each currency. Histories are ascending. */
export function placeComparison(histories: readonly History[]): ComparisonShape | undefined {
  const all = histories.map(({ currency, rates }) => ({
    currency,
    rates: new Map(rates.map(({ date, rate }) => [date, fromWire(rate)])),
  }))
  const isCommon = ({ date }: { readonly date: CalendarDate }) =>
    all.every(({ rates }) => rates.has(date))
  const since = histories[0]?.rates.find(isCommon)?.date
  if (since === undefined) return undefined
  const dates = [...new Set(all.flatMap(({ rates }) => [...rates.keys()]))]
    .filter((date) => date >= since)
    .sort()
  const dayScale = scaleDays(dates.map((date) => ({ date })))
  const days = dates.map((date) => ({ date, day: toDayNumber(date) - dayScale.first }))
  // Floating point for the drawing alone: `changeOf` is exact.
  const heights = all.map(({ rates }) =>
    days.flatMap(({ date, day }) => {
      const rate = rates.get(date)
      return rate ? [{ date, day, height: (rate / (rates.get(since) ?? 1) - 1) * 10_000 }] : []
    }),
  )
  const scale = valueScale(
    heights.flat().map(({ height }) => height),
    percentTicks,
  )
  const lines = all.map((each, at) => ({
    ...each,
    points: (heights[at] ?? []).map(({ date, day, height }) => ({
      ...{ date, day, x: dayScale.x(day), y: scale.y(height) },
    })),
  }))
  return { since, lines, days, dayScale, scale }
}

function changeOf({ rates }: ComparedLine, since: CalendarDate, date: CalendarDate): string {
  const [from, to] = [rates.get(since), rates.get(date)]
  return from && to ? percentChangeText(from, to) : '–'
}

/** `USD +0.26 %, GBP +0.47 %`. */
export const changesText = (
  lines: readonly ComparedLine[],
  since: CalendarDate,
  date: CalendarDate,
): string => lines.map((each) => `${each.currency} ${changeOf(each, since, date)}`).join(', ')
