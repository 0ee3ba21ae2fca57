import { Link } from './link.tsx'
import styles from './navbar.module.css'
import { classNames } from './ui/class-names.ts'

interface PlaceProps {
  readonly href: string
  /** The path that is shown. */
  readonly at: string
  /**
   * Only where the bar has room for it: where it is wide, or wider than the narrowest phone; menus
   * have it always.
   */
  readonly wide?: boolean
  readonly roomy?: boolean
  readonly children: string
}

/** A screen of the bar. What lies below it is part of it. */
export function Place({ href, at, wide = false, roomy = false, children }: PlaceProps) {
  return (
    <Link
      href={href}
      className={classNames(styles['place'], wide && styles['wide'], roomy && styles['roomy'])}
      aria-current={currentAt(href, at)}
      data-name={children}
    >
      {children}
    </Link>
  )
}

/** What a link to a screen says of itself where that screen, or what lies below it, is shown. */
export function currentAt(href: string, at: string): 'page' | 'true' | undefined {
  if (at === href) return 'page'
  const root = `/${href.split('/')[1] ?? ''}`
  return at.startsWith(`${root}/`) && href !== '/' ? 'true' : undefined
}
