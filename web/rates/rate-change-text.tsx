import {
  formatChange,
  formatPercentChange,
  percentChange,
  type Rate,
  type RateChange,
} from '../../domain/money.ts'
import styles from './rates.module.css'

interface RateChangeTextProps {
  readonly change: RateChange
  readonly rate?: Rate | undefined
  readonly short?: boolean
}

export function RateChangeText({ change, rate, short = false }: RateChangeTextProps) {
  const percent = rate === undefined ? undefined : percentChange((rate - change) as Rate, rate)
  // The arrow is that of the figure beside it.
  const shown = short ? (percent ?? change) : change
  const [kind, arrow] = shown > 0 ? ['rise', '▲'] : shown < 0 ? ['fall', '▼'] : ['none', '–']
  const texts = [
    !short && formatChange(change),
    percent !== undefined && (short || change !== 0) && formatPercentChange(percent),
  ]
  return (
    <span className={`unbroken ${styles[kind]}`}>
      {texts.filter(Boolean).join('  ')}{' '}
      <span className={styles['arrow']} aria-hidden="true">
        {arrow}
      </span>
    </span>
  )
}
