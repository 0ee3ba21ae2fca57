import { currentRate } from '../../contract/rates.ts'
import { rateHistory } from '../../contract/rate-history.ts'
import { CURRENCIES, CURRENCY_NAMES } from '../../domain/currency.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { useNewestChange } from '../rates/newest-change.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-data.ts'
import { useResponse, useSteady } from '../query.ts'
import { useLocation, useSearch } from '../router.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Converter } from './converter.tsx'
import { currencyChoice, historyInput } from './history-needs.ts'
import styles from './currency-page.module.css'
import { HistoryCard } from './history-card.tsx'
import { RateCard } from './rate-card.tsx'

/** Everything about one currency: its rate, a converter, and its history as a line and as figures. */
export default function CurrencyPage() {
  const [path] = useLocation()
  const search = new URLSearchParams(useSearch())
  const today = useToday()
  const choice = currencyChoice({ path, search, today })
  const { currency, date } = choice
  const current = useResponse(currentRate, { params: { currency }, querystring: date ? { date } : {} })
  const history = useResponse(rateHistory, historyInput(choice, today))
  // The converter pins the day of its own rate into the address: the rate that it holds is the one that is fetched then.
  const known = useSteady(current.data, currency)?.data
  const isSame = current.data !== undefined || (date !== undefined && known?.date === date)
  const rate = isSame && current.error?.mayPass !== false ? known : undefined
  const newest = useNewestChange()
  const change = newest?.currency === currency ? newest : undefined
  return (
    <>
      <PageTitle
        lead={`One ${CURRENCY_NAMES[currency]} in Sri Lankan rupees: its rate, its history, and what an amount of it is worth.`}
      >
        {CURRENCY_NAMES[currency]}
      </PageTitle>
      <nav aria-label="Currencies" className={styles['tabs']}>
        {CURRENCIES.map((each) => (
          <Link
            key={each}
            href={`/rates/${each}`}
            className={styles['tab']}
            aria-current={each === currency ? 'page' : undefined}
          >
            {each}
          </Link>
        ))}
      </nav>
      <div className={styles['notice']}>
        <ConnectionNotice queries={[current, history]} />
      </div>
      <div className={styles['parts']}>
        <RateCard currency={currency} rate={rate} pinned={date !== undefined} changed={change} />
        {rate && <Converter key={currency} currency={currency} rate={rate} />}
        <HistoryCard
          choice={choice}
          today={today}
          history={history.data?.data}
          waiting={history.waiting}
          changed={change}
        />
      </div>
      <p role="status" className="visually-hidden">
        {change?.sentence}
      </p>
    </>
  )
}
