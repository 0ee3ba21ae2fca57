import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

/** From one day to another, as days since the first; the second is still looked for where `to` is undefined. */
export interface Measure {
  readonly from: number
  readonly to: number | undefined
}

/** A pointer that moved less, in pixels, between going down and up was a tap. */
const MAX_TAP_PX = 6

interface MeasureOptions {
  /** Days that the slider is wide. */
  readonly days: number
  /** The day that is shown. */
  readonly day: number
  readonly onDay: (day: number) => void
}

/** Reading a chart by pointing, and measuring between two days: by dragging, by two taps, or by Enter on both. */
export function useMeasure({ days, day, onDay }: MeasureOptions) {
  const [measure, setMeasure] = useState<Measure>()
  /** Where the pointer went down. */
  const down = useRef<{ readonly day: number; readonly x: number; isDrag: boolean }>(undefined)
  const tap = (at: number) =>
    setMeasure(
      measure && measure.to === undefined ? { from: measure.from, to: at } : { from: at, to: undefined },
    )
  const dayAt = ({ nativeEvent, currentTarget }: PointerEvent) =>
    (nativeEvent.offsetX / currentTarget.clientWidth) * days
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      down.current = { day: dayAt(event), x: event.clientX, isDrag: false }
    },
    onPointerMove: (event: PointerEvent) => {
      onDay(dayAt(event))
      const start = down.current
      if (!start || (!start.isDrag && Math.abs(event.clientX - start.x) < MAX_TAP_PX)) return
      start.isDrag = true
      setMeasure({ from: start.day, to: dayAt(event) })
    },
    onPointerUp: (event: PointerEvent) => {
      const start = down.current
      down.current = undefined
      if (start && !start.isDrag) tap(dayAt(event))
    },
    onPointerCancel: () => {
      down.current = undefined
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setMeasure(undefined)
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      tap(day)
    },
  }
  return { measure, clear: () => setMeasure(undefined), handlers }
}
