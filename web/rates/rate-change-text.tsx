import { formatChange, percentChangeText, type Rate, type RateChange } from '../../domain/money.ts'
import styles from './rates.module.css'

interface RateChangeTextProps {
  readonly change: RateChange
  readonly rate?: Rate | undefined
  readonly short?: boolean
}

export function RateChangeText({ change, rate, short = false }: RateChangeTextProps) {
  const [kind, arrow] = change > 0 ? ['rise', '▲'] : change < 0 ? ['fall', '▼'] : ['none', '–']
  const percent = rate === undefined ? '' : percentChangeText((rate - change) as Rate, rate)
  const texts = [!short && formatChange(change), (short || change !== 0) && percent]
  return (
    <span className={`unbroken ${styles[kind]}`}>
      {texts.filter(Boolean).join('  ')}{' '}
      <span className={styles['arrow']} aria-hidden="true">
        {arrow}
      </span>
    </span>
  )
}
