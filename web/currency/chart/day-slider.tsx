import type { ComponentProps, SyntheticEvent } from 'react'
import styles from './rate-chart.module.css'

interface DaySliderProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string
  /** What the chosen day says. */
  readonly text: string
  /** The days that can be chosen, ascending, since the first. */
  readonly points: readonly { readonly day: number }[]
  readonly day: number
  readonly onDay: (day: number) => void
  /** Whether a change is the slider's own answer to a press, which the handlers have taken up. */
  readonly isPressed: (event: SyntheticEvent) => boolean
}

/**
 * A native slider over the whole chart, which nobody sees: keyboard, touch and screen reader read the chart's days without a
 * line of code.
 */
export function DaySlider({ label, text, points, day, onDay, isPressed, ...handlers }: DaySliderProps) {
  return (
    <input
      {...handlers}
      type="range"
      className={styles['slider']}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={points.at(-1)?.day}
      value={day}
      onChange={(event) => {
        if (!isPressed(event)) onDay(stepFrom(points, day, Number(event.target.value)))
      }}
    />
  )
}

/** Where the slider goes: one press of a key leads to the next day that has a rate, over a weekend too. */
function stepFrom(points: DaySliderProps['points'], from: number, to: number): number {
  const at = points.findIndex(({ day }) => day === from)
  if (to === from + 1) return points[at + 1]?.day ?? to
  if (to === from - 1) return points[at - 1]?.day ?? to
  return to
}
