import { lazy, Suspense } from 'react'
import { usualCurrency } from '../domain/currency.ts'
import { withRetries } from './connection/retry.ts'
import { LanguageSwitch } from './language/language-switch.tsx'
import { Link } from './link.tsx'
import { Mark } from './mark.tsx'
import styles from './navbar.module.css'
import { usePage } from './page-context.ts'
import { Place } from './place.tsx'
import { useAuth } from './session/stored-session.ts'
import { t } from '../text/sentences.ts'
import { classNames } from './ui/class-names.ts'

/** Only those who are signed in load it. */
const UserMenus = lazy(async () => {
  const { UserMenus } = await withRetries(() => import('./sign-in/user-menu.tsx'))
  return { default: UserMenus }
})

/**
 * The bar on top. Its right end has a height of its own, so that nothing moves when the session is
 * known.
 */
export function Navbar({ path }: { path: string }) {
  const auth = useAuth()
  const isSignedIn = auth.state === 'signed-in'
  return (
    <header className={styles['bar']}>
      <nav
        aria-label={t.layout.mainMenu}
        className={classNames(styles['inside'], isSignedIn && styles['full'])}
      >
        <Link href="/" className={styles['brand']} aria-current={path === '/' ? 'page' : undefined}>
          <Mark />
          <span>{usePage().providerName}</span>
        </Link>
        <div className={classNames('wrap', styles['places'])}>
          <Place href="/rates" at={path}>
            {t.layout.rates}
          </Place>
          <Place href={`/periods/${usualCurrency()}`} at={path} wide={isSignedIn}>
            {t.layout.averages}
          </Place>
          <Place href="/alerts" at={path} wide={isSignedIn}>
            {t.layout.alerts}
          </Place>
          {isSignedIn && (
            <Suspense>
              <UserMenus path={path} email={auth.email} isAdmin={auth.admin === true} />
            </Suspense>
          )}
        </div>
        <div className={styles['languages']}>
          <LanguageSwitch />
        </div>
        {!isSignedIn && (
          // Not for someone whose session is stored but not yet read: see start/inline-script.ts.
          <div className={classNames('wrap', styles['ways'])} data-signed-out="">
            <Place href="/login" at={path}>
              {t.layout.login}
            </Place>
            <Place href="/register" at={path}>
              {t.layout.register}
            </Place>
          </div>
        )}
      </nav>
    </header>
  )
}
