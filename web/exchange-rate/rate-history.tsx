import type { Answer } from '../../contract/endpoint.ts'
import type { lastSevenDays } from '../../contract/exchange-rate.ts'
import { formatDay, formatWeekday, type CalendarDate } from '../../domain/calendar-date.ts'
import { SOURCE_NAMES, withChanges, type RateSource } from '../../domain/exchange-rate.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { Link } from '../link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Cell, Table } from '../ui/table.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Changed } from './changed.tsx'
import type { NewestChange } from './newest-change.ts'
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
  readonly waiting: boolean
  /** The newest change of this currency, to mark its row. */
  readonly changed: NewestChange | undefined
}

const COLUMNS = [
  { title: 'Date' },
  { title: 'Exchange Rate (LKR)', numeric: true },
  { title: 'Change', numeric: true },
]

/** The week that ends with the chosen day. */
export function RateHistory({ choice, today, week, waiting, changed }: RateHistoryProps) {
  return (
    <Card title="Historical Rates (Last 7 Days)" aside={week && <SourceText week={week} />}>
      {week ? <Full week={week} choice={choice} today={today} changed={changed} /> : waiting && <Waiting />}
    </Card>
  )
}

/** The source of most of the week's rates, the earlier of two as frequent; a row with another one says so itself. */
function usualSource({ rates }: Week): RateSource | undefined {
  const sources = rates.map(({ source }) => source)
  const frequency = (source: RateSource) => sources.filter((each) => each === source).length
  return sources.sort((a, b) => frequency(b) - frequency(a))[0]
}

function SourceText({ week }: { week: Week }) {
  const usual = usualSource(week)
  return <span className={styles['aside']}>{usual && SOURCE_NAMES[usual]}</span>
}

interface FullProps {
  readonly week: Week
  readonly choice: RatesChoice
  readonly today: CalendarDate
  readonly changed: NewestChange | undefined
}

function Full({ week, choice, today, changed }: FullProps) {
  const rates = week.rates.map((each) => ({ ...each, rate: fromWire(each.rate) }))
  const usual = usualSource(week)
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
                <Link href={`/rates/${week.currency}/${date}`} className={styles['day']}>
                  {formatWeekday(date)}
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
