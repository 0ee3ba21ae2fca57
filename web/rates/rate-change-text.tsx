import type { RateChange } from '../../domain/money.ts'
import { formatChange } from '../../domain/rate-text.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './rate-change-text.module.css'

/** A change with its sign and an arrow: green up, red down, a muted dash for none. Never by colour alone. */
export function RateChangeText({ change }: { change: RateChange }) {
  const [kind, arrow] = change > 0 ? ['rise', '▲'] : change < 0 ? ['fall', '▼'] : ['none', '–']
  return (
    <span className={classNames(styles['change'], styles[kind])}>
      {formatChange(change)}
      <span className={styles['arrow']} aria-hidden="true">
        {arrow}
      </span>
    </span>
  )
}
