import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { DayRate } from '../../../domain/rate-precedence.ts'
import { formatChange, formatPercentChange, percentChange } from '../../../domain/rate-text.ts'
import { formatDay } from '../../../text/en/days.ts'
import { chartText as TEXT } from '../../text/en/currency.ts'
import { Button } from '../../ui/button.tsx'
import { nearestTo } from './chart-geometry.ts'
import styles from './rate-chart.module.css'
import type { Measure } from './use-measure.ts'

interface MeasuredPlaces<P> {
  readonly measure: Measure | undefined
  readonly days: readonly P[]
  /** The day that is pointed at. */
  readonly read: P
  /** What is said of two days. */
  readonly change: (from: P, to: P) => string
}

/** The days that are measured between, and what is said of them: of one alone, how to choose the other. */
export function measuredOf<P extends { readonly day: number; readonly date: CalendarDate }>({
  measure,
  days,
  read,
  change,
}: MeasuredPlaces<P>): { readonly from?: P; readonly to?: P; readonly text?: string } {
  const from = measure && nearestTo(days, measure.from)
  const to = measure?.to === undefined ? read : nearestTo(days, measure.to)
  if (!from || !to) return {}
  if (from !== to) return { from, to, text: change(from, to) }
  return measure.to === undefined ? { text: TEXT.measureFrom(formatDay(from.date)) } : {}
}

/** The change between the two days that were chosen, or how to choose them. */
export function Measured({ text, onClear }: { text: string | undefined; onClear: () => void }) {
  if (text === undefined) return <p className={styles['measured']}>{TEXT.howToMeasure}</p>
  return (
    <p className={styles['measured']}>
      <strong>{text}</strong>
      <Button kind="link" onClick={onClear}>
        {TEXT.clear}
      </Button>
    </p>
  )
}

/** The stretch between two places of the chart. */
export function MeasuredDays({ from, to }: { from: number; to: number }) {
  return <path className={styles['stretch']} d={`M${from} 0H${to}V100H${from}Z`} />
}

/** `+0.26 % (+0.8727) from 25 Sep 2026 to 29 Sep 2026`, whichever of the two was chosen first. */
export function changeText(one: DayRate, other: DayRate): string {
  const [from, to] = one.date <= other.date ? [one, other] : [other, one]
  const percent = formatPercentChange(percentChange(from.rate, to.rate))
  return TEXT.change(percent, formatChange(to.rate - from.rate), formatDay(from.date), formatDay(to.date))
}
