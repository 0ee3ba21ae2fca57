import { formatChange, percentChangeText, type Rate, type RateChange } from '../../domain/money.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './rate-change-text.module.css'

interface RateChangeTextProps {
  readonly change: RateChange
  /** The rate after it, where per cent are said too. */
  readonly rate?: Rate | undefined
  /** In per cent alone. */
  readonly short?: boolean
}

/**
 * A change with its sign and an arrow: green up, red down, a muted dash for none. Never by colour
 * alone.
 */
export function RateChangeText({ change, rate, short = false }: RateChangeTextProps) {
  const [kind, arrow] = change > 0 ? ['rise', '▲'] : change < 0 ? ['fall', '▼'] : ['none', '–']
  const before = rate === undefined ? undefined : ((rate - change) as Rate)
  const percent =
    rate !== undefined && before !== undefined && (short || change !== 0)
      ? percentChangeText(before, rate)
      : undefined
  return (
    <span className={classNames(styles['change'], styles[kind])}>
      {!short && <span data-amount="">{formatChange(change)}</span>}{' '}
      {rate !== undefined && (
        <span className={short ? undefined : styles['percent']}>{percent}</span>
      )}
      <span className={styles['arrow']} aria-hidden="true">
        {arrow}
      </span>
    </span>
  )
}
