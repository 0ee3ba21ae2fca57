import { useRef, useState, type KeyboardEvent, type PointerEvent, type SyntheticEvent } from 'react'
import { formatDay, t } from '../../../text/sentences.ts'

import { nearestTo, type Dated } from './chart-geometry.ts'

/**
 * From one day to another, as days since the first; the second is still looked for where `to` is
 * undefined.
 */
interface Measure {
  readonly from: number
  readonly to: number | undefined
}

/** What is said of two days. */
type Change<P> = (from: P, to: P) => string

/** A pointer that moved less, in pixels, between going down and up was a tap. */
const MAX_TAP_PX = 6
/**
 * A slider follows a press by itself too, some days beside it where a pixel is many: for so long
 * that does not count.
 */
const PRESS_MS = 400

/**
 * Reading the days of a chart by pointing, and measuring between two: by dragging, by two taps, or
 * by Enter on both.
 */
export function useReader<P extends Dated>(points: readonly P[], change: Change<P>) {
  /** Days since the first point; undefined: the last point, also when a newer one comes. */
  const [day, setDay] = useState<number>()
  const [measure, setMeasure] = useState<Measure>()
  const last = points.at(-1)?.day ?? 0
  const read = nearestTo(points, day ?? last)
  /** Where the pointer went down. */
  const down = useRef<{ readonly day: number; readonly x: number; isDrag: boolean }>(undefined)
  const tap = (at: number) =>
    setMeasure(
      measure && measure.to === undefined
        ? { from: measure.from, to: at }
        : { from: at, to: undefined },
    )
  /** When the newest press was, in an event's milliseconds. */
  const pressed = useRef(-Infinity)
  const dayAt = ({ nativeEvent, currentTarget }: PointerEvent) =>
    (nativeEvent.offsetX / currentTarget.clientWidth) * last
  const slider = {
    points,
    day: read?.day ?? 0,
    onDay: setDay,
    isPressed: ({ timeStamp }: SyntheticEvent) => timeStamp - pressed.current < PRESS_MS,
    onPointerDown: (event: PointerEvent) => {
      pressed.current = event.timeStamp
      down.current = { day: dayAt(event), x: event.clientX, isDrag: false }
      setDay(down.current.day)
    },
    onPointerMove: (event: PointerEvent) => {
      setDay(dayAt(event))
      const start = down.current
      if (start) pressed.current = event.timeStamp
      if (!start || (!start.isDrag && Math.abs(event.clientX - start.x) < MAX_TAP_PX)) return
      start.isDrag = true
      setMeasure({ from: start.day, to: dayAt(event) })
    },
    onPointerUp: (event: PointerEvent) => {
      const start = down.current
      pressed.current = event.timeStamp
      down.current = undefined
      if (start && !start.isDrag) tap(dayAt(event))
    },
    onPointerCancel: () => (down.current = undefined),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setDay(undefined)
    },
    onBlur: () => setDay(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      pressed.current = -Infinity
      if (event.key === 'Escape') setMeasure(undefined)
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      if (read) tap(read.day)
    },
  }
  return {
    read,
    /** Whether a day is pointed at, by whatever means. */
    isPointing: day !== undefined,
    slider,
    ...measured(measure, points, read, change),
    clear: () => setMeasure(undefined),
  }
}

/**
 * The days that are measured between, and what is said of them: of one alone, how to choose the
 * other.
 */
function measured<P extends Dated>(
  measure: Measure | undefined,
  points: readonly P[],
  read: P | undefined,
  change: Change<P>,
): {
  readonly stretch?: readonly [from: P, to: P]
  readonly measured?: string
  /** The day that alone is chosen. */
  readonly chosen?: P
} {
  const from = measure && nearestTo(points, measure.from)
  const to = measure?.to === undefined ? read : nearestTo(points, measure.to)
  if (!from || !to) return {}
  if (from !== to) return { stretch: [from, to], measured: change(from, to) }
  return measure.to === undefined
    ? { measured: t.chart.measureFrom({ day: formatDay(from.date) }), chosen: from }
    : {}
}
