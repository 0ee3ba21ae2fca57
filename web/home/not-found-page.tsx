import { Link } from '../link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './not-found-page.module.css'

/** What an address shows that leads nowhere. */
export default function NotFoundPage() {
  return (
    <div className={styles['page']}>
      <p className={styles['number']} aria-hidden="true">
        404
      </p>
      <PageTitle lead="There is nothing at this address. It may be misspelt, or what it showed is gone.">
        Page not found
      </PageTitle>
      <p className={styles['ways']}>
        <Link href="/rates" className={buttonClass()}>
          View Rates
        </Link>
        <Link href="/" className={buttonClass('quiet')}>
          Home
        </Link>
      </p>
    </div>
  )
}
