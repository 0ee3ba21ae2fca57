import { CURRENCIES } from '../../domain/currency.ts'
import { CURRENCY_NAMES } from '../../text/en/names.ts'
import { Link } from '../link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { notFoundText } from '../text/en/home.ts'
import styles from './not-found-page.module.css'

/** What an address shows that leads nowhere. */
export default function NotFoundPage() {
  return (
    <div className={styles['page']}>
      <p className={styles['number']} aria-hidden="true">
        404
      </p>
      <PageTitle lead={notFoundText.lead}>{notFoundText.title}</PageTitle>
      <p className={styles['ways']}>
        <Link href="/rates" className={buttonClass()}>
          {notFoundText.viewRates}
        </Link>
        <Link href="/" className={buttonClass('quiet')}>
          {notFoundText.home}
        </Link>
      </p>
      <section aria-labelledby="published">
        <h2 id="published" className={styles['published']}>
          {notFoundText.published}
        </h2>
        <ul className={styles['currencies']}>
          {CURRENCIES.map((currency) => (
            <li key={currency}>
              <Link href={`/rates/${currency}`}>
                {currency} · {CURRENCY_NAMES[currency]}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
