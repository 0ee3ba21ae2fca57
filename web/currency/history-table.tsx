import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Currency } from '../../domain/currency.ts'
import { withChanges, type RateSource } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { formatDay, t, weekdayName } from '../../text/sentences.ts'
import { DayRatesTable, type ShownRate } from '../rates/day-rates-table.tsx'
import type { NewestChange } from '../rates/newest-change.ts'
import { Button } from '../ui/button.tsx'
import styles from './history-table.module.css'

/** Rows before the rest is asked for; thirty years are 7 500. */
const FEW = 25
const MANY = 500

interface HistoryTableProps {
  readonly currency: Currency
  /** As the response names it. */
  readonly kind: RateKind | undefined
  readonly rates: readonly ShownRate[]
  /** The source of most of them. */
  readonly usual: RateSource | undefined
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

/**
 * The figures of the line, the newest first, each day a link to the page that can be cited. A row
 * says where it comes from where most come from elsewhere.
 */
export function HistoryTable({ currency, kind, rates, usual, changed }: HistoryTableProps) {
  const [most, setMost] = useState(FEW)
  // Paper has no button for the rest.
  useEffect(() => {
    const showAll = () => flushSync(() => setMost(Infinity))
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [])
  const rows = withChanges(rates).slice(-most).reverse()
  const more = Math.min(MANY, rates.length - rows.length)
  return (
    <>
      <DayRatesTable
        caption={t.history.table({ rates: t.ratesTitles[kind ?? DEFAULT_KIND], currency })}
        currency={currency}
        kind={kind}
        rates={rows}
        usual={usual}
        changed={changed}
        formatDate={(date) => (
          <>
            <span className={styles['weekday']}>{weekdayName(date)}, </span>
            {formatDay(date)}
          </>
        )}
      />
      {more > 0 && (
        <Button kind="quiet" onClick={() => setMost(most + MANY)}>
          {t.history.more({ count: more })}
        </Button>
      )}
    </>
  )
}
