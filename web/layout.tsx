import { memo, type ReactNode } from 'react'
import { addressIn, LANGUAGES } from '../contract/language.ts'
import { LANGUAGE_NAMES, language, t } from '../text/sentences.ts'
import { Link } from './link.tsx'
import styles from './layout.module.css'
import { usePage } from './page-context.ts'
import { navigate, useDestination, useIsOpening, usePlace } from './pages.tsx'
import { signOut } from './session/session-state.ts'
import { useAuth } from './session/stored-session.ts'
import { Mark } from './ui/card.tsx'
import { bringIntoView, Menu } from './ui/menu.tsx'

interface LayoutProps {
  readonly navbar: boolean
  readonly lang: 'en' | undefined
  readonly children: ReactNode
}

export function Layout({ navbar, lang, children }: LayoutProps) {
  const { notice } = usePage()
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#main" data-screen-only>
        {t.layout.skip}
      </a>
      <Progress />
      {notice && (
        <section aria-label={t.layout.notice} className={styles['banner']}>
          {notice}
        </section>
      )}
      {navbar && <Navigation />}
      <Main lang={lang}>{children}</Main>
      <Footer />
    </div>
  )
}

function Progress() {
  if (!useIsOpening()) return null
  return (
    <div className={styles['progress']} role="status">
      <span className="visually-hidden">{t.ui.loading}</span>
    </div>
  )
}

function Main({ lang, children }: Pick<LayoutProps, 'lang' | 'children'>) {
  return (
    <main id="main" lang={lang} tabIndex={-1} className={styles['main']} aria-busy={useIsOpening()}>
      {children}
    </main>
  )
}

/** Shows the place that is being opened at once. */
function Navigation() {
  const { path, search } = useDestination()
  return (
    <>
      <Bar path={path} />
      <Tabs path={path} isSystem={search.get('tab') === 'system'} />
    </>
  )
}

interface Tab {
  readonly href: string
  readonly text: string
  readonly paths: readonly string[]
}

const tab = (href: string, text: string, ...more: readonly string[]): Tab => ({
  href,
  text,
  paths: [segmentOf(href), ...more],
})

const segmentOf = (path: string) => path.split(/[/?]/)[1] ?? ''

const sections = (hasBanks = true) => ({
  rates: [
    tab('/rates', t.tabs.rates),
    ...(hasBanks ? [tab('/banks', t.tabs.banks)] : []),
    tab('/periods', t.tabs.averages),
    tab('/customs', t.tabs.customs),
    tab('/alerts', t.tabs.alerts),
  ],
  work: [
    tab('/dashboard', t.tabs.today),
    tab('/enter', t.tabs.enter, 'import'),
    tab('/manage', t.tabs.manage),
    tab('/check', t.tabs.sheets, 'policies'),
    tab('/auditlog', t.tabs.auditTrail),
  ],
})

type Section = keyof ReturnType<typeof sections>

function sectionOf(path: string): Section | undefined {
  const own = segmentOf(path)
  const found = Object.entries(sections()).find(([, tabs]) =>
    tabs.some(({ paths }) => paths.includes(own)),
  )
  return found?.[0] as Section | undefined
}

/** The same at every width. */
const Bar = memo(function Bar({ path }: { readonly path: string }) {
  const auth = useAuth()
  const isSignedIn = auth.state === 'signed-in'
  const section = sectionOf(path)
  const place = (href: string, text: string, isCurrent: boolean) => (
    <Link href={href} aria-current={isCurrent ? 'true' : undefined} data-name={text}>
      {text}
    </Link>
  )
  return (
    <header className={styles['bar']}>
      <nav aria-label={t.layout.mainMenu} className={styles['row']}>
        <Link
          href="/"
          className={styles['brand']}
          aria-current={path === '/' ? 'page' : undefined}
          aria-label={usePage().siteName}
        >
          <Mark />
          <span className="hide-on-phone">{usePage().siteName}</span>
        </Link>
        {place('/rates', t.layout.rates, section === 'rates')}
        {isSignedIn && place('/dashboard', t.screens.dashboard, section === 'work')}
        {isSignedIn ? (
          <UserMenu email={auth.email} isAdmin={auth.admin === true} path={path} />
        ) : (
          // Hidden while a stored session is not read yet: start/inline-script.ts.
          <div className={styles['ways']} data-signed-out="">
            {place('/login', t.layout.login, path === '/login')}
            {place('/register', t.layout.register, path === '/register')}
          </div>
        )}
      </nav>
    </header>
  )
})

interface UserMenuProps {
  readonly email: string
  readonly isAdmin: boolean
  readonly path: string
}

function UserMenu({ email, isAdmin, path }: UserMenuProps) {
  const places = [['/account', t.screens.account] as const]
  if (isAdmin) places.push(['/admin', t.screens.admin] as never)
  const name = (
    <>
      <span className="hide-on-phone">{email || t.screens.account}</span>
      <span className="phone-only">{t.screens.account}</span>
    </>
  )
  return (
    <div className={styles['user']}>
      <Menu name={name} look="plain">
        {places.map(([href, text]) => (
          <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
            {text}
          </Link>
        ))}
        <button type="button" data-closes="" onClick={leave}>
          {t.userMenu.logout}
        </button>
      </Menu>
    </div>
  )
}

function leave(): void {
  // First: the guard leads back to this page after the next sign-in, unless it is being left.
  void navigate('/login')
  signOut()
}

interface TabsProps {
  readonly path: string
  readonly isSystem: boolean
}

const Tabs = memo(function Tabs({ path, isSystem }: TabsProps) {
  const { hasBankRates } = usePage()
  const isAdmin = segmentOf(path) === 'admin'
  const section = sectionOf(path)
  if (!section && !isAdmin) return null
  const tabs = section
    ? sections(hasBankRates)[section].map((each) => ({
        ...each,
        isCurrent: each.paths.includes(segmentOf(path)),
      }))
    : [
        { ...tab('/admin', t.tabs.users), isCurrent: !isSystem },
        { ...tab('/admin?tab=system', t.tabs.system), isCurrent: isSystem },
      ]
  return (
    <nav aria-label={t.layout.sectionMenu} className={styles['sections']} data-screen-only>
      <div className={`tabs ${styles['row']}`}>
        {tabs.map(({ href, text, isCurrent }) => (
          <Link
            key={href}
            href={href}
            ref={isCurrent ? bringIntoView : undefined}
            aria-current={isCurrent ? 'page' : undefined}
            data-name={text}
          >
            {text}
          </Link>
        ))}
      </div>
    </nav>
  )
})

function Footer() {
  const { providerName } = usePage()
  return (
    <footer className={styles['footer']} data-screen-only>
      <div className={styles['foot']}>
        <p>{t.layout.poweredBy({ provider: providerName })}</p>
        <ul className="wrap">
          <li>
            <Link href="/calendar">{t.layout.holidays}</Link>
          </li>
          <li>
            <Link href="/developers">{t.layout.api}</Link>
          </li>
          <li>
            <Link href="/privacy">{t.layout.privacy}</Link>
          </li>
        </ul>
        <Languages />
      </div>
    </footer>
  )
}

/** Plain links, because a document has one language. */
function Languages() {
  const { path, search } = usePlace()
  const address = search.size > 0 ? `${path}?${search}` : path
  return (
    <ul className="wrap">
      {LANGUAGES.filter((each) => each !== language()).map((each) => (
        <li key={each}>
          <a href={addressIn(each, address)} lang={each} hrefLang={each}>
            {LANGUAGE_NAMES[each]}
          </a>
        </li>
      ))}
    </ul>
  )
}
