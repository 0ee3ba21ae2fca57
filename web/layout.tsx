import type { ReactNode } from 'react'
import styles from './layout.module.css'
import { LanguageSwitch } from './language/language-switch.tsx'
import { localAddress } from './language/page-language.ts'
import { Link } from './link.tsx'
import { usePage } from './page-context.ts'
import { Navbar } from './navbar.tsx'
import { layoutText } from './text/en/ui.ts'
import { ThemeSwitch } from './theme/theme-switch.tsx'

interface LayoutProps {
  readonly navbar: boolean
  readonly path: string
  readonly children: ReactNode
}

/** What stands around every screen. */
export function Layout({ navbar, path, children }: LayoutProps) {
  const provider = usePage().providerName
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#main">
        {layoutText.skip}
      </a>
      {navbar && <Navbar path={path} />}
      <main id="main" tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      <footer className={styles['footer']}>
        <p>{layoutText.poweredBy(provider)}</p>
        {!navbar && <LanguageSwitch />}
        <ThemeSwitch />
        <p>
          <a href={localAddress('/privacy')}>{layoutText.privacy}</a>
          <a href="/api/docs">{layoutText.api}</a>
          {!navbar && <Link href="/">{layoutText.home}</Link>}
        </p>
      </footer>
    </div>
  )
}
