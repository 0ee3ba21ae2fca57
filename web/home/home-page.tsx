import type { BoardRow } from '../../contract/schema/rate-board.schema.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { CURRENCY_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { boardQuery, ratesAddress } from '../rates/rates-queries.ts'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { FreshnessBadge } from '../ui/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { useHistoryState } from '../redirect.tsx'
import { useAuth } from '../session/auth.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { homeText } from '../text/en/home.ts'
import styles from './home-page.module.css'

/** The first screen: what the product is, and the two ways on. */
export default function HomePage() {
  const closed = useHistoryState<{ accountClosed?: true } | null>()?.accountClosed === true
  return (
    <>
      {closed && (
        <div className={styles['closed']}>
          <Notice kind="success">{homeText.accountClosed}</Notice>
        </div>
      )}
      <div className={styles['hero']}>
        <PageTitle lead={homeText.lead}>
          <span className={styles['heroText']}>{homeText.title}</span>
        </PageTitle>
      </div>
      <div className={styles['cards']}>
        <RatesCard />
        <ManageCard />
      </div>
    </>
  )
}

/** Today's rates, and the way to all others. */
function RatesCard() {
  const board = useResponse(boardQuery())
  const rates = board.data?.data.rates ?? []
  const sources = new Set(rates.flatMap(({ source }) => source ?? []))
  const [source] = sources
  return (
    <section className={styles['card']} aria-labelledby="view-rates">
      <h2 id="view-rates" className={styles['cardTitle']}>
        {homeText.rates}
      </h2>
      <ConnectionNotice queries={[board]} />
      <ul className={styles['rates']}>
        {CURRENCIES.map((currency) => (
          <RateRow
            key={currency}
            currency={currency}
            row={rates.find((row) => row.currency === currency)}
            saysSource={sources.size > 1}
          />
        ))}
      </ul>
      {sources.size === 1 && source && (
        <p className={styles['source']}>{homeText.source(SOURCE_NAMES[source])}</p>
      )}
      <Link href="/rates" className={buttonClass('primary', true)}>
        {homeText.viewRates}
      </Link>
    </section>
  )
}

/** What one can do with an account, and the way to it. */
function ManageCard() {
  const auth = useAuth()
  return (
    <section className={styles['card']} aria-labelledby="manage-rates">
      <h2 id="manage-rates" className={styles['cardTitle']}>
        {homeText.manage}
      </h2>
      <ul className={styles['points']}>
        {homeText.manageSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      {auth.state === 'signed-in' ? (
        <Link href="/manage" className={buttonClass('quiet', true)}>
          {homeText.manageRates}
        </Link>
      ) : (
        <Link href="/login" className={buttonClass('quiet', true)}>
          {homeText.loginToManage}
        </Link>
      )}
    </section>
  )
}

interface RateRowProps {
  readonly currency: Currency
  /** Undefined while it is on its way. */
  readonly row: BoardRow | undefined
  /** Whether the row itself says where its rate comes from. */
  readonly saysSource: boolean
}

function RateRow({ currency, row, saysSource }: RateRowProps) {
  return (
    <li>
      <Link href={ratesAddress({ base: currency, date: undefined })} className={styles['rate']}>
        <span className={styles['code']}>{currency}</span>
        <span className={styles['number']}>{row?.rate && formatRate(fromWire(row.rate))}</span>
        <span className={styles['whole']}>{CURRENCY_NAMES[currency]}</span>
        <span className={styles['of']}>
          {row?.date && row.source && (
            <>
              <FreshnessBadge rate={{ date: row.date, source: row.source }} />{' '}
            </>
          )}
          {row?.date && <span className={styles['whole']}>{formatDay(row.date)}</span>}
          {row?.source && saysSource && (
            <>
              , <span className={styles['whole']}>{SOURCE_NAMES[row.source]}</span>
            </>
          )}
        </span>
      </Link>
    </li>
  )
}
