import { currencies } from '../../domain/currency.ts'
import { currencyName, t } from '../../text/sentences.ts'
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
      <PageTitle lead={t.notFound.lead}>{t.notFound.title}</PageTitle>
      <p className={styles['ways']}>
        <Link href="/rates" className={buttonClass()}>
          {t.notFound.viewRates}
        </Link>
        <Link href="/" className={buttonClass('quiet')}>
          {t.notFound.home}
        </Link>
      </p>
      <section aria-labelledby="published">
        <h2 id="published" className={styles['published']}>
          {t.notFound.published}
        </h2>
        <ul className={styles['currencies']}>
          {currencies().map((currency) => (
            <li key={currency}>
              <Link href={`/rates/${currency}`}>
                {currency} · {currencyName(currency)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
