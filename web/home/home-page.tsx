import type { Answer } from '../../contract/endpoint.ts'
import { currentRate } from '../../contract/exchange-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { CURRENCIES, CURRENCY_NAMES, type Currency } from '../../domain/currency.ts'
import { SOURCE_NAMES } from '../../domain/exchange-rate.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { ratesAddress } from '../exchange-rate/rates-needs.ts'
import { Link } from '../link.tsx'
import { useAnswer } from '../query.ts'
import { useAuth } from '../sign-in/auth.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './home-page.module.css'

type CurrentRate = Answer<typeof currentRate>['data']

/** The first screen: what the product is, and the two ways on. */
export default function HomePage() {
  const auth = useAuth()
  const rates = useCurrentRates()
  const sources = new Set(rates.flatMap((rate) => (rate ? [rate.source] : [])))
  const [source] = sources
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
            {CURRENCIES.map((currency, index) => (
              <RateLine
                key={currency}
                currency={currency}
                rate={rates[index]}
                saysSource={sources.size > 1}
              />
            ))}
          </ul>
          {sources.size === 1 && source && <p className={styles['source']}>Source: {SOURCE_NAMES[source]}</p>}
          <Link href="/rates" className={buttonClass('primary', true)}>
            View Rates
          </Link>
        </section>
        <section className={styles['card']} aria-labelledby="manage-rates">
          <h2 id="manage-rates" className={styles['cardTitle']}>
            Enter and review
          </h2>
          <ul className={styles['points']}>
            <li>Enter the rate of any of the last 90 days by hand.</li>
            <li>Delete an entry, and bring it back.</li>
            <li>See in the audit trail who changed what, and when.</li>
          </ul>
          {auth.state === 'signed-in' ? (
            <Link href="/manage" className={buttonClass('quiet', true)}>
              Manage Rates
            </Link>
          ) : (
            <Link href="/login" className={buttonClass('quiet', true)}>
              Login to Manage
            </Link>
          )}
        </section>
      </div>
    </>
  )
}

interface RateLineProps {
  readonly currency: Currency
  readonly rate: CurrentRate | undefined
  /** Whether the line itself says where its rate comes from. */
  readonly saysSource: boolean
}

function RateLine({ currency, rate, saysSource }: RateLineProps) {
  return (
    <li>
      <Link href={ratesAddress({ base: currency, date: undefined })} className={styles['rate']}>
        <span className={styles['code']}>{currency}</span>
        <span className={styles['number']}>{rate ? formatRate(fromWire(rate.rate)) : ''}</span>
        <span>{CURRENCY_NAMES[currency]}</span>
        <span className={styles['of']}>
          {rate && formatDay(rate.date)}
          {rate && saysSource && ` · ${SOURCE_NAMES[rate.source]}`}
        </span>
      </Link>
    </li>
  )
}

/** Today's rate of each currency, in their order; undefined where it is not there (yet). */
function useCurrentRates(): readonly (CurrentRate | undefined)[] {
  // The list never changes, so neither does the order of the hooks.
  return CURRENCIES.map(
    (currency) => useAnswer(currentRate, { params: { currency }, querystring: {} }).data?.data,
  )
}
