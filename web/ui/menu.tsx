import { useId, type MouseEvent, type ReactNode } from 'react'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'

interface MenuProps {
  readonly name: ReactNode
  /** `dots` has no arrow: its name is an icon. */
  readonly look?: 'quiet' | 'primary' | 'plain' | 'range' | 'dots'
  readonly isChosen?: boolean
  readonly side?: 'start' | 'end'
  readonly children: ReactNode
}

export function Menu({ name, look = 'quiet', side = 'end', isChosen, children }: MenuProps) {
  const id = useId()
  return (
    <div className="menu" data-screen-only>
      <button
        type="button"
        popoverTarget={id}
        aria-current={isChosen ? 'true' : undefined}
        className={`menu-button menu-${look}`}
      >
        <span>{name}</span>
      </button>
      <div
        id={id}
        popover="auto"
        className={`raised menu-list menu-list-${side}`}
        onClick={close}
        onSubmit={(event) => hide(event.currentTarget)}
      >
        {children}
      </div>
    </div>
  )
}

function close({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if ((target as Element).closest('a, [data-closes]')) hide(currentTarget)
}

// jsdom has no popovers.
const hide = (list: HTMLElement) => (list.hidePopover as (() => void) | undefined)?.call(list)

/** Scrolls a row of tabs to the chosen one; `scrollIntoView` would scroll the page as well. */
export function bringIntoView(tab: HTMLElement | null): void {
  // In the next frame: measuring earlier would lay out the page twice.
  requestAnimationFrame(() => {
    const row = tab?.closest('.tabs')
    if (!tab || !row) return
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
    row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
  })
}

/** More choices than this do not all fit side by side: the first ones and the chosen one do. */
const [MOST, FIRST] = [8, 4]

interface LinkTabsProps<T extends string> {
  readonly label: string
  readonly choices: readonly T[]
  readonly chosen: T | undefined
  /** `page` if each choice is a page, `true` if it changes what the page shows. */
  readonly current: 'page' | 'true'
  readonly addressOf: (choice: T) => string
  readonly textOf?: (choice: T) => string
}

export function LinkTabs<T extends string>(props: LinkTabsProps<T>) {
  const { label, choices, chosen, current, addressOf, textOf } = props
  const isFirst = (each: T, at: number) => choices.length <= MOST || at < FIRST || each === chosen
  const linkOf = (each: T, className?: string) => {
    const text = textOf ? textOf(each) : each
    return (
      <Link
        key={each}
        href={addressOf(each)}
        ref={each === chosen ? bringIntoView : undefined}
        className={className}
        aria-current={each === chosen ? current : undefined}
        data-name={className && text}
      >
        {text}
      </Link>
    )
  }
  const rest = choices.filter((each, at) => !isFirst(each, at))
  return (
    <nav
      aria-label={label}
      className={`wrap ${current === 'page' ? 'tabs' : 'ranges'}`}
      data-screen-only
    >
      {choices.filter(isFirst).map((each) => linkOf(each, 'bare'))}
      {rest.length > 0 && (
        <Menu name={t.layout.more} look="plain">
          {rest.map((each) => linkOf(each))}
        </Menu>
      )}
    </nav>
  )
}
