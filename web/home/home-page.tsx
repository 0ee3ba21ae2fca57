import { currentRate } from '../../contract/exchange-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { CURRENCIES, CURRENCY_NAMES, type Currency } from '../../domain/currency.ts'
import { SOURCE_NAMES } from '../../domain/exchange-rate.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { ratesAddress } from '../exchange-rate/rates-needs.ts'
import { Link } from '../link.tsx'
import { useAnswer } from '../query.ts'
import { useAuth } from '../sign-in/auth.ts'
import { buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './home-page.module.css'

/** The first screen: what the product is, and the two ways on. */
export default function HomePage() {
  const auth = useAuth()
  return (
    <>
      <div className={styles['hero']}>
        <PageTitle lead="What a dollar or a pound is worth in Sri Lankan rupees: today, on any day, and who says so.">
          <span className={styles['heroText']}>CURRENCY EXCHANGE</span>
        </PageTitle>
      </div>
      <div className={styles['cards']}>
        <section className={styles['card']} aria-labelledby="view-rates">
          <h2 id="view-rates" className={styles['cardTitle']}>
            Rates in rupees
          </h2>
          <ul className={styles['rates']}>
            {CURRENCIES.map((currency) => (
              <RateLine key={currency} currency={currency} />
            ))}
          </ul>
          <Link href="/rates" className={buttonClass('primary', true)}>
            View Rates
          </Link>
        </section>
        <section className={classNames(styles['card'], styles['inkCard'])} aria-labelledby="manage-rates">
          <h2 id="manage-rates" className={styles['cardTitle']}>
            Enter and review
          </h2>
          <p className={styles['text']}>
            Enter the rate of a day by hand, correct it, take it back. Every change is in the audit trail,
            with who made it and when.
          </p>
          {auth.state === 'signed-in' ? (
            <Link href="/manage" className={classNames(buttonClass('primary', true), styles['warm'])}>
              Manage Rates
            </Link>
          ) : (
            <Link href="/login" className={classNames(buttonClass('primary', true), styles['warm'])}>
              Login to Manage
            </Link>
          )}
        </section>
      </div>
    </>
  )
}

function RateLine({ currency }: { currency: Currency }) {
  const rate = useAnswer(currentRate, { params: { currency }, querystring: {} }).data?.data
  return (
    <li>
      <Link href={ratesAddress({ base: currency, date: undefined })} className={styles['rate']}>
        <span>
          <span className={styles['code']}>{currency}</span>{' '}
          <span className={styles['name']}>{CURRENCY_NAMES[currency]}</span>
        </span>
        {rate && (
          <span className={styles['figure']}>
            <span className={styles['number']}>{formatRate(rateOf(rate.rate))}</span>
            <span className={styles['of']}>
              {formatDay(rate.date)} · {SOURCE_NAMES[rate.source]}
            </span>
          </span>
        )}
      </Link>
    </li>
  )
}
