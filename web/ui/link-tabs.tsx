import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { Menu } from './menu.tsx'
import styles from './link-tabs.module.css'

/** More choices than this do not all stand side by side, but so many and the chosen one. */
const [MOST, FIRST] = [8, 4]

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
 * own. Of many the first ones and the chosen one stand side by side, the others in a menu.
 */
export function LinkTabs<T extends string>(props: LinkTabsProps<T>) {
  const { label, choices, chosen, current, addressOf, textOf } = props
  const [all, one] =
    current === 'page' ? (['tabs', 'tab'] as const) : (['ranges', 'range'] as const)
  const isFirst = (each: T, at: number) => at < FIRST || each === chosen
  const [first, others] =
    choices.length <= MOST
      ? [choices, []]
      : [choices.filter(isFirst), choices.filter((each, at) => !isFirst(each, at))]
  const linkOf = (each: T, className?: string) => {
    const text = textOf ? textOf(each) : each
    return (
      <Link
        key={each}
        href={addressOf(each)}
        className={className}
        aria-current={each === chosen ? current : undefined}
        data-name={className && text}
      >
        {text}
      </Link>
    )
  }
  return (
    <nav aria-label={label} className={styles[all]} data-screen-only>
      {first.map((each) => linkOf(each, styles[one]))}
      {others.length > 0 && (
        <Menu name={t.layout.more} look="plain">
          {others.map((each) => linkOf(each))}
        </Menu>
      )}
    </nav>
  )
}
