import type { ComponentProps, ReactNode, SyntheticEvent } from 'react'
import styles from './rate-chart.module.css'
import type { DayRate } from '../../../domain/rate-precedence.ts'
import { formatChange, percentChangeText } from '../../../domain/money.ts'
import { formatDay, t } from '../../../text/sentences.ts'

import { Button } from '../../ui/button.tsx'

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
 * A native slider over the whole chart, which nobody sees: keyboard, touch and screen reader read
 * the chart's days without a line of code.
 */
export function DaySlider({
  label,
  text,
  points,
  day,
  onDay,
  isPressed,
  ...handlers
}: DaySliderProps) {
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

/**
 * Where the slider goes: one press of a key leads to the next day that has a rate, over a weekend
 * too.
 */
function stepFrom(points: DaySliderProps['points'], from: number, to: number): number {
  const at = points.findIndex(({ day }) => day === from)
  if (to === from + 1) return points[at + 1]?.day ?? to
  if (to === from - 1) return points[at - 1]?.day ?? to
  return to
}

interface MeasuredProps {
  readonly text: string | undefined
  /** Whether the chart shows it too. */
  readonly isHeard?: boolean
  readonly onClear: () => void
  /** What else can be done with the first of them. */
  readonly children?: ReactNode
}

/** The change between the two days that were chosen, or how to choose them. */
export function Measured({ text, isHeard = false, onClear, children }: MeasuredProps) {
  if (text === undefined) return <p className={styles['measured']}>{t.chart.howToMeasure}</p>
  return (
    <p className={styles['measured']}>
      <span className={isHeard ? 'visually-hidden' : undefined}>{text}</span>
      {children}
      <Button kind="link" onClick={onClear}>
        {t.chart.clear}
      </Button>
    </p>
  )
}

/** The stretch between two places of the chart. */
export function Stretch({ from, to }: { from: number; to: number }) {
  return <path className={styles['stretch']} d={`M${from} 0H${to}V100H${from}Z`} />
}

/** `+0.26 % (+0.8727) from 25 Sep 2026 to 29 Sep 2026`, whichever of the two was chosen first. */
export function changeText(one: DayRate, other: DayRate): string {
  const [from, to] = one.date <= other.date ? [one, other] : [other, one]
  const percent = percentChangeText(from.rate, to.rate)
  return t.chart.change({
    percent,
    rupees: formatChange(to.rate - from.rate),
    from: formatDay(from.date),
    to: formatDay(to.date),
  })
}
