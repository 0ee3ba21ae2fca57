import { usualCurrency } from '../../domain/currency.ts'
import { navigate } from '../router.tsx'
import { Link } from '../link.tsx'
import { Place } from '../place.tsx'
import { signOut } from '../session/session-state.ts'
import { t } from '../../text/sentences.ts'
import { classNames } from '../ui/class-names.ts'
import { Menu } from '../ui/menu.tsx'
import styles from './user-menu.module.css'

interface Entry {
  readonly href: string
  readonly text: string
}

/** What the bar has where there is room, and the menu elsewhere. */
const work = (): readonly Entry[] => [
  { href: '/dashboard', text: t.layout.dashboard },
  { href: '/enter', text: t.layout.enter },
  { href: '/manage', text: t.layout.entries },
  { href: '/auditlog', text: t.screens.auditTrail },
]
const more = (): readonly Entry[] => [
  { href: '/customs', text: t.screens.customs },
  { href: '/calendar', text: t.screens.calendar },
  { href: '/policies', text: t.screens.policies },
  { href: '/check', text: t.screens.check },
]

function leave(): void {
  signOut()
  // At once, before the guard sees that nobody is signed in: who leaves on purpose is not to be led
  // back here.
  navigate('/login')
}

interface UserMenusProps {
  /** The path that is shown. */
  readonly path: string
  readonly email: string
  readonly isAdmin: boolean
}

/** The screens of the work, and who is signed in with what they can do about it. */
export function UserMenus({ path, email, isAdmin }: UserMenusProps) {
  const narrow = [
    { href: `/periods/${usualCurrency()}`, text: t.layout.averages },
    { href: '/alerts', text: t.layout.alerts },
    ...work().slice(1),
  ]
  const ofOneself = [
    { href: '/account', text: t.screens.account },
    ...(isAdmin ? [{ href: '/admin', text: t.screens.admin }] : []),
  ]
  return (
    <>
      {work().map(({ href, text }) => (
        <Place
          key={href}
          href={href}
          at={path}
          wide={href === '/manage' || href === '/auditlog'}
          roomy={href === '/enter'}
        >
          {text}
        </Place>
      ))}
      <Menu name={t.layout.more} look="plain">
        <Entries of={narrow} path={path} narrow />
        <Entries of={more()} path={path} />
      </Menu>
      <div className={styles['user']}>
        <Menu name={email || t.screens.account} look="plain">
          <p className={classNames('fine-print breakable', styles['email'])}>{email}</p>
          <Entries of={ofOneself} path={path} />
          <button type="button" data-closes="" onClick={leave}>
            {t.userMenu.logout}
          </button>
          <hr />
          <Entries of={[...work(), ...more()]} path={path} />
        </Menu>
      </div>
    </>
  )
}

interface EntriesProps {
  readonly of: readonly Entry[]
  readonly path: string
  /** Only where the bar has no room for them. */
  readonly narrow?: boolean
}

function Entries({ of, path, narrow = false }: EntriesProps) {
  return (
    <ul className={narrow ? styles['narrow'] : undefined}>
      {of.map(({ href, text }) => (
        <li key={href}>
          <Link href={href} aria-current={href === path ? 'page' : undefined}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
