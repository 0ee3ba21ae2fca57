import type { Answer } from '../../contract/endpoint.ts'
import type { lastSevenDays } from '../../contract/exchange-rate.ts'
import { formatDay, formatWeekday, type CalendarDate } from '../../domain/calendar-date.ts'
import { SOURCE_NAMES, withChanges } from '../../domain/exchange-rate.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import type { ApiFault } from '../api.ts'
import { Link } from '../link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Cell, Table } from '../ui/table.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { MissingDays } from './missing-days.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import styles from './rate-history.module.css'
import { ratesAddress, type RatesChoice } from './rates-needs.ts'

type Week = Answer<typeof lastSevenDays>['data']

interface RateHistoryProps {
  readonly choice: RatesChoice
  readonly today: CalendarDate
  /** Undefined while it is on its way. */
  readonly week: Week | undefined
  readonly fault: ApiFault | undefined
  readonly onAgain: () => void
}

const COLUMNS = [
  { title: 'Date' },
  { title: 'Exchange Rate (LKR)', numeric: true },
  { title: 'Change', numeric: true },
]

/** The week that ends with the chosen day. */
export function RateHistory({ choice, today, week, fault, onAgain }: RateHistoryProps) {
  return (
    <Card title="Historical Rates (Last 7 Days)" aside={<Aside week={week} />}>
      {fault ? (
        <FaultNotice fault={fault} onAgain={onAgain} />
      ) : week ? (
        <Full week={week} choice={choice} today={today} />
      ) : (
        <Waiting />
      )}
    </Card>
  )
}

function Aside({ week }: { week: Week | undefined }) {
  const sources = new Set(week?.rates.map((each) => each.source))
  const [only] = sources
  return (
    <span className={styles['aside']}>
      {week?.currency}
      {sources.size === 1 && only && ` · ${SOURCE_NAMES[only]}`}
    </span>
  )
}

function Full({ week, choice, today }: { week: Week; choice: RatesChoice; today: CalendarDate }) {
  const rates = week.rates.map((each) => ({ ...each, rate: rateOf(each.rate) }))
  const mixed = new Set(rates.map((each) => each.source)).size > 1
  return (
    <>
      {rates.length > 0 ? (
        <Table
          caption={`Rates of ${week.currency} in the week to ${formatDay(choice.date ?? today)}`}
          columns={COLUMNS}
        >
          {withChanges(rates).map(({ date, rate, change, source }) => (
            <tr key={date}>
              <Cell heading>
                <time dateTime={date} className={styles['day']}>
                  {formatWeekday(date)}
                </time>
                {mixed && <span className={styles['source']}>{SOURCE_NAMES[source]}</span>}
              </Cell>
              <Cell numeric>{formatRate(rate)}</Cell>
              <Cell numeric>
                <RateChangeText change={change} />
              </Cell>
            </tr>
          ))}
        </Table>
      ) : (
        <Empty choice={choice} today={today} newest={week.newest_date} />
      )}
      <MissingDays missing={week.missing} />
    </>
  )
}

function Empty(props: { choice: RatesChoice; today: CalendarDate; newest: CalendarDate | null }) {
  const { choice, today, newest } = props
  return (
    <div className={styles['empty']}>
      <p>No rates in the seven days up to {formatDay(choice.date ?? today)}.</p>
      {newest ? (
        <Link href={ratesAddress({ base: choice.base, date: newest })} className={buttonClass('quiet')}>
          Show the newest week, up to {formatDay(newest)}
        </Link>
      ) : (
        <p>None are known before it either.</p>
      )}
    </div>
  )
}
