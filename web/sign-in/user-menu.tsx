import { navigate } from '../pages.tsx'
import { usualCurrency } from '../../domain/currency.ts'
import { Link } from '../link.tsx'
import { currentAt, Place } from '../place.tsx'
import { signOut } from '../session/session-state.ts'
import { t } from '../../text/sentences.ts'
import { classNames } from '../ui/class-names.ts'
import { Menu } from '../ui/menu.tsx'
import styles from './user-menu.module.css'

interface Entry {
  readonly href: string
  readonly text: string
}

/** What the bar has where there is room, and a menu elsewhere. */
const work = (): readonly Entry[] => [
  { href: '/dashboard', text: t.screens.dashboard },
  { href: '/enter', text: t.screens.enter },
  { href: '/manage', text: t.layout.entries },
  { href: '/auditlog', text: t.screens.auditTrail },
]
const more = (): readonly Entry[] => [
  { href: '/customs', text: t.screens.customs },
  { href: '/calendar', text: t.screens.calendar },
  { href: '/policies', text: t.screens.policies },
  { href: '/check', text: t.screens.check },
]
/** What the bar leads to by way of another screen. */
const importing = (): Entry => ({ href: '/import', text: t.screens.import })

function leave(): void {
  // First: the guard leads back to this page after the next sign-in, unless it is being left.
  void navigate('/login')
  signOut()
}

interface UserMenusProps {
  /** The path that is shown. */
  readonly path: string
  readonly email: string
  readonly isAdmin: boolean
}

/** The screens of the work, and who is signed in with what they can do about it. */
export function UserMenus({ path, email, isAdmin }: UserMenusProps) {
  const everyones = [
    { href: `/periods/${usualCurrency()}`, text: t.layout.averages },
    { href: '/alerts', text: t.layout.alerts },
  ]
  const ofOneself = [
    { href: '/account', text: t.screens.account },
    ...(isAdmin ? [{ href: '/admin', text: t.screens.admin }] : []),
  ]
  // It has no place of its own there: what it imports is found under the entries.
  const inBar = path === importing().href ? '/manage/import' : path
  return (
    <>
      {work().map(({ href, text }) => (
        <Place
          key={href}
          href={href}
          at={inBar}
          wide={href === '/manage' || href === '/auditlog'}
          roomy={href === '/enter'}
        >
          {text}
        </Place>
      ))}
      <div className={classNames('roomy', styles['more'])}>
        <Menu name={t.layout.more} look="plain">
          <Entries of={[...everyones, ...work().slice(2)]} path={inBar} only="narrow" />
          <Entries of={more()} path={path} />
        </Menu>
      </div>
      <div className={styles['user']}>
        <Menu name={email || t.screens.account} look="plain">
          <Entries of={[...work().slice(1), importing()]} path={path} only="phone" />
          {/* Without what the footer has. */}
          <Entries of={[...everyones, ...more().slice(2)]} path={path} only="phone" />
          <Entries of={ofOneself} path={path} />
          <button type="button" data-closes="" onClick={leave}>
            {t.userMenu.logout}
          </button>
        </Menu>
      </div>
    </>
  )
}

interface EntriesProps {
  readonly of: readonly Entry[]
  readonly path: string
  /** Where the bar has no room for them, or on a phone, where this menu has every screen. */
  readonly only?: 'narrow' | 'phone'
}

function Entries({ of, path, only }: EntriesProps) {
  return (
    <ul className={only && styles[only]}>
      {of.map(({ href, text }) => (
        <li key={href}>
          <Link href={href} aria-current={currentAt(href, path)}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
