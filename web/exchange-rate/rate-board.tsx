import { rateBoard, type BoardRow } from '../../contract/rate-board.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { Link } from '../link.tsx'
import { useAnswer, useSteady } from '../query.ts'
import { Card } from '../ui/card.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import styles from './rate-board.module.css'
import { RateLine } from './rate-line.tsx'
import { boardInput, ratesAddress, type RatesChoice } from './rates-needs.ts'

/** All four currencies at a glance; each leads to its own week. */
export function RateBoard({ choice }: { choice: RatesChoice }) {
  const rows = useSteady(useAnswer(rateBoard, boardInput(choice.date)).data)?.data.rates
  return (
    <Card title="All currencies">
      <ul className={styles['rows']}>
        {CURRENCIES.map((base, index) => (
          <li key={base}>
            <Link
              href={ratesAddress({ base, date: choice.date })}
              className={styles['row']}
              aria-current={base === choice.base ? 'true' : undefined}
            >
              <span className={styles['code']}>{base}</span>
              <Row row={rows?.[index]} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ row }: { row: BoardRow | undefined }) {
  return (
    <>
      <RateLine points={row?.points ?? []} />
      <span className={styles['figure']}>{rateText(row?.rate)}</span>
      <span className={styles['small']}>{row?.date && formatDay(row.date)}</span>
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
