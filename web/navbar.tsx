import { lazy, Suspense } from 'react'
import { loadWithRetries } from './connection/retry.ts'
import { LanguageSwitch } from './language/language-switch.tsx'
import { Link } from './link.tsx'
import { Mark } from './mark.tsx'
import styles from './navbar.module.css'
import { usePage } from './page-context.ts'
import { useAuth } from './session/stored-session.ts'
import { layoutText } from './text/en/ui.ts'

/** Only those who are signed in load it. */
const UserMenu = lazy(async () => {
  const { UserMenu } = await loadWithRetries(() => import('./sign-in/user-menu.tsx'))
  return { default: UserMenu }
})

/** The bar on top. Its right end has a height of its own, so that nothing moves when the session is known. */
export function Navbar({ path }: { path: string }) {
  const auth = useAuth()
  const here = (href: string) => (path === href ? 'page' : undefined)
  return (
    <header className={styles['bar']}>
      <nav aria-label={layoutText.mainMenu} className={styles['inside']}>
        <Link href="/" className={styles['brand']} aria-current={here('/')}>
          <Mark />
          <span>{usePage().providerName}</span>
        </Link>
        <Link href="/rates" className={styles['link']} aria-current={here('/rates')}>
          {layoutText.rates}
        </Link>
        <div className={styles['languages']}>
          <LanguageSwitch />
        </div>
        <div className={styles['account']}>
          {auth.state === 'signed-in' ? (
            <>
              <Link href="/dashboard" className={styles['link']} aria-current={here('/dashboard')}>
                {layoutText.dashboard}
              </Link>
              <Suspense>
                <UserMenu email={auth.email} />
              </Suspense>
            </>
          ) : (
            // Not for someone whose session is stored but not yet read: see start.ts.
            <div className={styles['signedOut']} data-signed-out="">
              <Link href="/login" className={styles['link']}>
                {layoutText.login}
              </Link>
              <Link href="/register" className={styles['link']}>
                {layoutText.register}
              </Link>
            </div>
          )}
        </div>
      </nav>
    </header>
  )
}
