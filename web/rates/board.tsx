import type { ResponseBody } from '../../contract/endpoint.ts'
import type { currentRate } from '../../contract/rates.ts'
import type { BoardRow } from '../../contract/schema/rate-board.schema.ts'
import type { rateBoard } from '../../contract/rate-board.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { CURRENCIES, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { FreshnessBadge } from '../ui/freshness-badge.tsx'
import { Link } from '../link.tsx'
import { Card } from '../ui/card.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import styles from './board.module.css'
import { RateLine } from './rate-line.tsx'
import { ratesAddress, type RatesChoice } from './rates-queries.ts'

interface RateBoardProps {
  readonly choice: RatesChoice
  /** In any order; undefined while they are on their way. */
  readonly rows: readonly BoardRow[] | undefined
}

/** All currencies at a glance; each leads to its own week. */
export function RateBoard({ choice, rows }: RateBoardProps) {
  return (
    <Card title="All currencies">
      <ul className={styles['rows']}>
        {CURRENCIES.map((base) => (
          <li key={base}>
            <Link
              href={ratesAddress({ base, date: choice.date })}
              className={styles['row']}
              aria-current={base === choice.base ? 'true' : undefined}
            >
              <span className={styles['code']}>{base}</span>
              <Row row={rows?.find(({ currency }) => currency === base)} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the board knows of one currency: its rate, as a call for that currency alone would give it, and its week's average. */
export function boardRate(board: ResponseBody<typeof rateBoard>['data'] | undefined, currency: Currency) {
  const row = board?.rates.find((each) => each.currency === currency)
  if (!board || !row || row.rate === null || row.date === null || row.source === null) return undefined
  const { date, source, weekly_average, age_business_days } = row
  if (age_business_days === null) return undefined
  const rate: ResponseBody<typeof currentRate>['data'] = {
    currency,
    target_currency: TARGET_CURRENCY,
    date,
    rate: row.rate,
    source,
    requested_date: board.requested_date,
    age_business_days,
  }
  return { rate, average: { rate: weekly_average, lastDay: board.requested_date } }
}

function Row({ row }: { row: BoardRow | undefined }) {
  return (
    <>
      <RateLine points={row?.points ?? []} />
      <span className={styles['figure']}>{rateText(row?.rate)}</span>
      <span className={styles['small']}>{row?.date && formatDay(row.date)}</span>
      {row?.date && row.source && (
        <span className={styles['freshness']}>
          <FreshnessBadge rate={{ date: row.date, source: row.source }} />
        </span>
      )}
      <span className={styles['small']}>
        {row?.weekly_average && `average ${rateText(row.weekly_average)} `}
        {row && row.change !== null && <RateChangeText change={fromWire(row.change)} />}
      </span>
    </>
  )
}

function rateText(rate: number | null | undefined): string {
  return rate ? formatRate(fromWire(rate)) : '–'
}
