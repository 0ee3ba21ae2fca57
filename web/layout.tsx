import type { ReactNode } from 'react'
import styles from './layout.module.css'
import { LanguageSwitch } from './language/language-switch.tsx'
import { localAddress } from './language/page-language.ts'
import { Link } from './link.tsx'
import { usePage } from './page-context.ts'
import { Navbar } from './navbar.tsx'
import { useAuth } from './session/stored-session.ts'
import { t } from '../text/sentences.ts'
import { ThemeSwitch } from './theme/theme-switch.tsx'
import { classNames } from './ui/class-names.ts'

interface LayoutProps {
  readonly navbar: boolean
  readonly path: string
  /** The language of the screen, where it is not the page's. */
  readonly lang: 'en' | undefined
  readonly isPending: boolean
  readonly children: ReactNode
}

/** What stands around every screen. */
export function Layout({ navbar, path, lang, isPending, children }: LayoutProps) {
  const provider = usePage().providerName
  const { state } = useAuth()
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#main">
        {t.layout.skip}
      </a>
      {navbar && <Navbar path={path} />}
      <main id="main" lang={lang} tabIndex={-1} className={styles['main']} aria-busy={isPending}>
        {children}
      </main>
      <footer
        className={classNames(styles['footer'], navbar && state === 'signed-out' && styles['out'])}
      >
        <div className={styles['foot']}>
          <p>{t.layout.poweredBy({ provider })}</p>
          <ul className="wrap">
            {!navbar && (
              <li>
                <Link href="/">{t.layout.home}</Link>
              </li>
            )}
            <li>
              <Link href="/customs">{t.kindNames.customs}</Link>
            </li>
            <li>
              <Link href="/calendar">{t.layout.holidays}</Link>
            </li>
            <li>
              <a href="/api/docs#tag/for-other-programs">{t.layout.feeds}</a>
            </li>
            <li>
              <a href="/api/docs">{t.layout.api}</a>
            </li>
            <li>
              <a href={localAddress('/privacy')}>{t.layout.privacy}</a>
            </li>
          </ul>
          <div className={styles['settings']}>
            <p className={styles['others']}>
              <LanguageSwitch />
            </p>
            <ThemeSwitch />
          </div>
        </div>
      </footer>
    </div>
  )
}
