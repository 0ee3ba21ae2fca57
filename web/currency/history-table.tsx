import { memo } from 'react'
import { withChanges } from '../../domain/rate-precedence.ts'
import { formatDay, t, weekdayName } from '../../text/sentences.ts'
import { DayRatesTable, usualSource } from '../rates/day-rates-table.tsx'
import type { NewestChange } from '../rates/newest-change.ts'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { useFirstRows } from '../ui/list/use-first-rows.tsx'
import type { ShownHistory } from './history-chart.tsx'
import { useHistory } from './history-queries.ts'
import styles from './history-table.module.css'

/** Rows before the rest is asked for; thirty years are 7 500. */
const FEW = 25
const MANY = 500

interface HistoryTableProps {
  readonly history: ShownHistory
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

/**
 * The figures of the line for those who ask for them, the newest first, each day a link to the page
 * that can be cited. A row says where it comes from where most come from elsewhere.
 */
export const HistoryTable = memo(function HistoryTable({ history, changed }: HistoryTableProps) {
  const { series, rates } = useHistory(history, history.currency)
  const [rows, more] = useFirstRows(withChanges(rates).reverse(), FEW, MANY)
  return (
    <Card title={t.history.title} isTitleHeard>
      <Disclosure
        summary={t.history.show({ count: rates.length })}
        className={styles['days']}
        data-printed
      >
        <DayRatesTable
          caption={t.history.table({
            rates: t.ratesTitles[series.kind],
            currency: series.currency,
          })}
          series={series}
          rates={rows}
          usual={usualSource(rates)}
          changed={changed}
          formatDate={(date) => (
            <>
              <span className={styles['weekday']}>{weekdayName(date)}, </span>
              {formatDay(date)}
            </>
          )}
        />
        {more}
      </Disclosure>
    </Card>
  )
})
