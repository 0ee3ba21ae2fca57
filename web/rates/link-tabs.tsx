import { Link } from '../link.tsx'
import styles from './link-tabs.module.css'

interface LinkTabsProps<T extends string> {
  readonly label: string
  readonly choices: readonly T[]
  readonly chosen: T
  /** What `chosen` is: the page itself, or only how it is shown. */
  readonly current: 'page' | 'true'
  readonly addressOf: (choice: T) => string
  readonly textOf?: (choice: T) => string
}

/** Links side by side, one for each choice, the chosen one marked. */
export function LinkTabs<T extends string>(props: LinkTabsProps<T>) {
  const { label, choices, chosen, current, addressOf, textOf } = props
  return (
    <nav aria-label={label} className="buttons">
      {choices.map((each) => (
        <Link
          key={each}
          href={addressOf(each)}
          className={styles['tab']}
          aria-current={each === chosen ? current : undefined}
        >
          {textOf ? textOf(each) : each}
        </Link>
      ))}
    </nav>
  )
}
