import { currencies } from '../../domain/currency.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** What an address shows that leads nowhere. */
export default function NotFoundPage() {
  return (
    <>
      <PageTitle lead={t.notFound.lead}>{t.notFound.title}</PageTitle>
      <p className="buttons above">
        <Link href="/rates" className={buttonClass()}>
          {t.notFound.viewRates}
        </Link>
        <Link href="/" className={buttonClass('quiet')}>
          {t.notFound.home}
        </Link>
      </p>
      <Card title={t.notFound.published}>
        <ul>
          {currencies().map((currency) => (
            <li key={currency}>
              <Link href={`/rates/${currency}`} className="tap">
                {currency} · {currencyName(currency)}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
