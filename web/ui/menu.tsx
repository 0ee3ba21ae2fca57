import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'

interface MenuProps {
  readonly name: ReactNode
  /** A button by itself, a word of a bar, or one of several ranges. */
  readonly look?: 'quiet' | 'plain' | 'range'
  /** Whether what is chosen is in it. */
  readonly isChosen?: boolean
  /** The side of its button at which its list begins. */
  readonly side?: 'start' | 'end'
  readonly children: ReactNode
}

/**
 * A button with a list below it; it opens without scripts too. Closes on Escape, on a press
 * elsewhere, and when something in it is chosen.
 */
export function Menu({ name, look = 'quiet', side = 'end', ...props }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const elsewhere = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open')
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && menu.current?.open) close(menu.current)
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('keydown', escape)
    }
  }, [])
  return (
    <details
      ref={menu}
      className={classNames(styles['menu'], styles[look], styles[side])}
      data-screen-only
      onClick={({ target }) => {
        if (menu.current && (target as Element).closest('a, [data-closes]')) close(menu.current)
      }}
      onSubmit={() => menu.current?.removeAttribute('open')}
    >
      <summary aria-current={props.isChosen ? 'true' : undefined}>
        <span className={styles['name']}>{name}</span>
      </summary>
      <div className={styles['list']}>{props.children}</div>
    </details>
  )
}

/** What was chosen has the focus no more; a screen that it leads to takes it from the button. */
function close(menu: HTMLDetailsElement): void {
  menu.removeAttribute('open')
  menu.querySelector('summary')?.focus()
}
