import type { Answer } from '../../contract/endpoint.ts'
import type { lastSevenDays } from '../../contract/exchange-rate.ts'
import { formatDay, formatWeekday, type CalendarDate } from '../../domain/calendar-date.ts'
import { RATE_SOURCES, SOURCE_NAMES, withChanges, type RateSource } from '../../domain/exchange-rate.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
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
  const main = week && mainSource(week)
  return (
    <span className={styles['aside']}>
      {week?.currency}
      {main && ` · ${SOURCE_NAMES[main]}`}
    </span>
  )
}

function Full({ week, choice, today }: { week: Week; choice: RatesChoice; today: CalendarDate }) {
  const rates = week.rates.map((each) => ({ ...each, rate: fromWire(each.rate) }))
  const main = mainSource(week)
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
                {source !== main && <span className={styles['source']}>{SOURCE_NAMES[source]}</span>}
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

/** The source of most rates of a week; a row with another one says so. */
function mainSource({ rates }: Week): RateSource | undefined {
  const count = (source: RateSource) => rates.filter((each) => each.source === source).length
  return RATE_SOURCES.reduce<RateSource | undefined>(
    (most, each) => (count(each) > (most ? count(most) : 0) ? each : most),
    undefined,
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
