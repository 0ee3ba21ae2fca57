import { Link } from '../link.tsx'
import styles from './link-tabs.module.css'

interface LinkTabsProps<T extends string> {
  readonly label: string
  readonly choices: readonly T[]
  /** Undefined: none of them. */
  readonly chosen: T | undefined
  /** What `chosen` is: the page itself, or only how it is shown. */
  readonly current: 'page' | 'true'
  readonly addressOf: (choice: T) => string
  readonly textOf?: (choice: T) => string
}

/**
 * Links side by side, one for each choice, the chosen one marked: tabs where each is a page of its
 * own.
 */
export function LinkTabs<T extends string>(props: LinkTabsProps<T>) {
  const { label, choices, chosen, current, addressOf, textOf } = props
  const [all, one] =
    current === 'page' ? (['tabs', 'tab'] as const) : (['ranges', 'range'] as const)
  return (
    <nav aria-label={label} className={styles[all]} data-screen-only>
      {choices.map((each) => (
        <Link
          key={each}
          href={addressOf(each)}
          className={styles[one]}
          aria-current={each === chosen ? current : undefined}
        >
          {textOf ? textOf(each) : each}
        </Link>
      ))}
    </nav>
  )
}
