import type { Answer } from '../../contract/endpoint.ts'
import type { currentRate } from '../../contract/exchange-rate.ts'
import { formatDay, formatWeekday } from '../../domain/calendar-date.ts'
import { CURRENCY_NAMES, type Currency } from '../../domain/currency.ts'
import { SOURCE_NAMES } from '../../domain/exchange-rate.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import type { ApiFault } from '../api.ts'
import { Card } from '../ui/card.tsx'
import { Cell, Table } from '../ui/table.tsx'
import { FaultNotice } from './fault-notice.tsx'
import styles from './rate-summary.module.css'

interface RateSummaryProps {
  readonly currency: Currency
  /** Undefined while it is on its way. */
  readonly rate: Answer<typeof currentRate>['data'] | undefined
  /** Rupees; null where the week has no rate, undefined while it is on its way. */
  readonly average: number | null | undefined
  readonly daysCounted: number
  readonly fault: ApiFault | undefined
  readonly onAgain: () => void
}

const COLUMNS = [
  { title: 'Currency' },
  { title: 'Current Rate (LKR)', numeric: true },
  { title: 'Weekly Average', numeric: true },
]

/** The chosen currency's rate and its week's average, the day that the rate is really of, and its source. */
export function RateSummary({ currency, rate, average, daysCounted, fault, onAgain }: RateSummaryProps) {
  return (
    <Card title={CURRENCY_NAMES[currency]}>
      <Table caption="Current rate and weekly average" columns={COLUMNS}>
        <tr>
          <Cell heading>{currency}</Cell>
          <Cell numeric>
            <span className={styles['rate']}>{rate ? formatRate(fromWire(rate.rate)) : '–'}</span>
          </Cell>
          <Cell numeric>
            <span className={styles['average']}>{average ? formatRate(fromWire(average)) : '–'}</span>
          </Cell>
        </tr>
      </Table>
      {fault ? (
        <FaultNotice fault={fault} onAgain={onAgain} />
      ) : (
        <dl className={styles['facts']}>
          <div>
            <dt>Rate of</dt>
            <dd>{rate ? <RateDay rate={rate} /> : '…'}</dd>
          </div>
          <div>
            <dt>Source</dt>
            <dd>{rate ? SOURCE_NAMES[rate.source] : '…'}</dd>
          </div>
          <div>
            <dt>Average of</dt>
            <dd>{daysCounted === 1 ? '1 day' : `${daysCounted} days`} with a rate in the week</dd>
          </div>
        </dl>
      )}
    </Card>
  )
}

function RateDay({ rate }: { rate: Answer<typeof currentRate>['data'] }) {
  return (
    <>
      <time dateTime={rate.date}>
        {formatWeekday(rate.date)}, {rate.date.slice(0, 4)}
      </time>
      {rate.date !== rate.requested_date && (
        <span className={styles['older']}>, the newest up to {formatDay(rate.requested_date)}</span>
      )}
    </>
  )
}
