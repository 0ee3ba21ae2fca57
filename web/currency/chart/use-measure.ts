import { useRef, useState, type KeyboardEvent, type PointerEvent, type SyntheticEvent } from 'react'

/** From one day to another, as days since the first; the second is still looked for where `to` is undefined. */
export interface Measure {
  readonly from: number
  readonly to: number | undefined
}

/** A pointer that moved less, in pixels, between going down and up was a tap. */
const MAX_TAP_PX = 6
/** A slider follows a press by itself too, some days beside it where a pixel is many: for so long that does not count. */
const PRESS_MS = 400

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
  /** When the newest press was, in an event's milliseconds. */
  const pressed = useRef(-Infinity)
  const dayAt = ({ nativeEvent, currentTarget }: PointerEvent) =>
    (nativeEvent.offsetX / currentTarget.clientWidth) * days
  const handlers = {
    isPressed: ({ timeStamp }: SyntheticEvent) => timeStamp - pressed.current < PRESS_MS,
    onPointerDown: (event: PointerEvent) => {
      pressed.current = event.timeStamp
      down.current = { day: dayAt(event), x: event.clientX, isDrag: false }
      onDay(down.current.day)
    },
    onPointerMove: (event: PointerEvent) => {
      onDay(dayAt(event))
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
    onPointerCancel: () => {
      down.current = undefined
    },
    onKeyDown: (event: KeyboardEvent) => {
      pressed.current = -Infinity
      if (event.key === 'Escape') setMeasure(undefined)
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      tap(day)
    },
  }
  return { measure, clear: () => setMeasure(undefined), handlers }
}
