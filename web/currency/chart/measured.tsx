import type { DayRate } from '../../../domain/rate-precedence.ts'
import { formatChange, formatPercentChange, percentChange } from '../../../domain/rate-text.ts'
import { formatDay } from '../../../text/en/days.ts'
import { chartText as TEXT } from '../../text/en/currency.ts'
import { Button } from '../../ui/button.tsx'
import styles from './rate-chart.module.css'

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
export function Stretch({ from, to }: { from: number; to: number }) {
  return <path className={styles['stretch']} d={`M${from} 0H${to}V100H${from}Z`} />
}

/** `+0.26 % (+0.8727) from 25 Sep 2026 to 29 Sep 2026`, whichever of the two was chosen first. */
export function changeText(one: DayRate, other: DayRate): string {
  const [from, to] = one.date <= other.date ? [one, other] : [other, one]
  const percent = formatPercentChange(percentChange(from.rate, to.rate))
  return TEXT.change(percent, formatChange(to.rate - from.rate), formatDay(from.date), formatDay(to.date))
}
