import { currentRate, lastSevenDays } from '../../contract/exchange-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import { withChanges } from '../../domain/exchange-rate.ts'
import { formatRate, fromWire } from '../../domain/rate-text.ts'
import { Link } from '../link.tsx'
import { useAnswer, useSteady } from '../query.ts'
import { Card } from '../ui/card.tsx'
import { RateChangeText } from './rate-change-text.tsx'
import styles from './rate-board.module.css'
import { rateInput, ratesAddress, type RatesChoice } from './rates-needs.ts'

/** All four currencies at a glance; each leads to its own week. */
export function RateBoard({ choice }: { choice: RatesChoice }) {
  return (
    <Card title="All currencies" aside={choice.date && `up to ${formatDay(choice.date)}`}>
      <ul className={styles['rows']}>
        {CURRENCIES.map((currency) => (
          <Row key={currency} currency={currency} choice={choice} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ currency, choice }: { currency: Currency; choice: RatesChoice }) {
  const here = { base: currency, date: choice.date }
  const rate = useSteady(useAnswer(currentRate, rateInput(here)).data)?.data
  const week = useSteady(useAnswer(lastSevenDays, rateInput(here)).data)?.data
  const rates = week?.rates.map((each) => ({ ...each, rate: fromWire(each.rate) })) ?? []
  const last = withChanges(rates).at(-1)
  return (
    <li>
      <Link
        href={ratesAddress(here)}
        className={styles['row']}
        aria-current={currency === choice.base ? 'true' : undefined}
      >
        <span className={styles['code']}>{currency}</span>
        <span className={styles['figure']}>{rate ? formatRate(fromWire(rate.rate)) : '–'}</span>
        <span className={styles['small']}>{rate ? formatDay(rate.date) : '…'}</span>
        <span className={styles['small']}>
          {week?.weekly_average ? `avg ${formatRate(fromWire(week.weekly_average))}` : '–'}
          {last && rates.length > 1 && <RateChangeText change={last.change} />}
        </span>
      </Link>
    </li>
  )
}
