import type { BoardRow } from '../../contract/schema/rates/rate-history.schema.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { formatDay } from '../../text/en/days.ts'
import { CURRENCY_NAMES, SOURCE_NAMES } from '../../text/en/names.ts'
import { rowOf, type Board } from '../rates/board-rate.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { RateLine } from '../rates/rate-line.tsx'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { FreshnessBadge } from '../ui/badge/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { useResponse, type ResponseState } from '../queries.ts'
import { useHistoryState } from '../redirect.tsx'
import { useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { homeText } from '../text/en/home.ts'
import { HomeConverter } from './home-converter.tsx'
import styles from './home-page.module.css'
import { newestQuery } from './home-queries.ts'

/** The first screen: what the product is, the four rates, the converter, and the two ways on. */
export default function HomePage() {
  const closed = useHistoryState<{ accountClosed?: true } | null>()?.accountClosed === true
  const board = useResponse(newestQuery())
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
        <RatesCard board={board} />
        <div className={styles['converter']}>
          <HomeConverter board={board} />
        </div>
        <ManageCard />
      </div>
    </>
  )
}

/** Today's rates, and the way to all others. */
function RatesCard({ board }: { board: ResponseState<{ readonly data: Board }> }) {
  const rates = board.data?.data.rates ?? []
  const sources = new Set(rates.flatMap(({ source }) => source ?? []))
  const [source] = sources
  return (
    <Card title={homeText.rates}>
      <ConnectionNotice queries={[board]} />
      <ul className={styles['rates']}>
        {CURRENCIES.map((currency) => (
          <RateRow
            key={currency}
            currency={currency}
            row={rowOf(board.data?.data, currency)}
            saysSource={sources.size > 1}
          />
        ))}
      </ul>
      <div className={styles['onward']}>
        {sources.size === 1 && source && (
          <p className={styles['source']}>{homeText.source(SOURCE_NAMES[source])}</p>
        )}
        <Link href="/rates" className={buttonClass('primary')}>
          {homeText.viewRates}
        </Link>
      </div>
    </Card>
  )
}

/** What one can do with an account, and the way to it. */
function ManageCard() {
  const auth = useAuth()
  return (
    <Card title={homeText.manage}>
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
    </Card>
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
      <Link href={`/rates/${currency}`} className={styles['rate']}>
        <span className={styles['code']}>{currency}</span>
        <span className={styles['number']}>{row?.rate ? formatRate(fromWire(row.rate)) : '–'}</span>
        <span className={styles['name']}>{CURRENCY_NAMES[currency]}</span>
        <span className={styles['change']}>
          {row && row.change !== null && (
            <>
              <span className="visually-hidden">{homeText.change}</span>
              <RateChangeText change={fromWire(row.change)} />
            </>
          )}
        </span>
        <RateLine points={row?.points ?? []} />
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
