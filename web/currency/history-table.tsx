import { useState } from 'react'
import { formatDay, weekdayName } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { SOURCE_NAMES, withChanges, type DayRate } from '../../domain/rate-precedence.ts'
import { formatRate } from '../../domain/rate-text.ts'
import { Changed } from '../rates/changed.tsx'
import type { NewestChange } from '../rates/newest-change.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { Link } from '../link.tsx'
import { Button } from '../ui/button.tsx'
import { Cell, Table } from '../ui/table.tsx'
import styles from './history-table.module.css'

/** Rows before the rest is asked for; thirty years are 7 500. */
const FEW = 25
const MANY = 500

const COLUMNS = [
  { title: 'Date' },
  { title: 'Exchange Rate (LKR)', numeric: true },
  { title: 'Change', numeric: true },
]

interface HistoryTableProps {
  readonly currency: Currency
  readonly rates: readonly DayRate[]
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

/**
 * The figures of the line, the newest first, each day a link to the page that can be cited. A row says where it comes from
 * where that is elsewhere than the first rate of all.
 */
export function HistoryTable({ currency, rates, changed }: HistoryTableProps) {
  const [most, setMost] = useState(FEW)
  const rows = withChanges(rates).slice(-most).reverse()
  const usual = rates[0]?.source
  const more = Math.min(MANY, rates.length - rows.length)
  return (
    <>
      <Table caption={`Rates of ${currency}, the newest first`} columns={COLUMNS}>
        {rows.map(({ date, rate, change, source }) => (
          <tr key={date}>
            <Cell heading>
              <Link href={`/rates/${currency}/${date}`} className={styles['day']}>
                <span className={styles['weekday']}>{weekdayName(date)}, </span>
                {formatDay(date)}
              </Link>
              {source !== usual && <span className={styles['source']}>{SOURCE_NAMES[source]}</span>}
            </Cell>
            <Cell numeric>
              <Changed by={changed} date={date}>
                {formatRate(rate)}
              </Changed>
            </Cell>
            <Cell numeric>
              <RateChangeText change={change} />
            </Cell>
          </tr>
        ))}
      </Table>
      {more > 0 && (
        <Button kind="quiet" onClick={() => setMost(most + MANY)}>
          Show {more} more
        </Button>
      )}
    </>
  )
}
