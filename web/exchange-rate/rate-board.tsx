import { currentRate, lastSevenDays } from '../../contract/exchange-rate.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { CURRENCIES, CURRENCY_NAMES, type Currency } from '../../domain/currency.ts'
import { withChanges } from '../../domain/exchange-rate.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { Link } from '../link.tsx'
import { useAnswer, useSteady } from '../query.ts'
import { RateChangeText } from './rate-change-text.tsx'
import styles from './rate-board.module.css'
import { rateInput, ratesAddress, type RatesChoice } from './rates-needs.ts'

/** All four currencies at a glance; each leads to its own week. */
export function RateBoard({ choice }: { choice: RatesChoice }) {
  return (
    <section className={styles['board']} aria-labelledby="rate-board">
      <h2 id="rate-board" className={styles['title']}>
        All currencies
      </h2>
      <ul className={styles['tiles']}>
        {CURRENCIES.map((currency) => (
          <Tile key={currency} currency={currency} choice={choice} />
        ))}
      </ul>
    </section>
  )
}

function Tile({ currency, choice }: { currency: Currency; choice: RatesChoice }) {
  const here = { base: currency, date: choice.date }
  const rate = useSteady(useAnswer(currentRate, rateInput(here)).data)?.data
  const week = useSteady(useAnswer(lastSevenDays, rateInput(here)).data)?.data
  const rates = week?.rates.map((each) => ({ ...each, rate: rateOf(each.rate) })) ?? []
  const last = withChanges(rates).at(-1)
  return (
    <li>
      <Link
        href={ratesAddress(here)}
        className={styles['tile']}
        aria-current={currency === choice.base ? 'true' : undefined}
      >
        <span className={styles['head']}>
          <span className={styles['code']}>{currency}</span>
          <span>{CURRENCY_NAMES[currency]}</span>
        </span>
        <span className={styles['figure']}>{rate ? formatRate(rateOf(rate.rate)) : '–'}</span>
        <span className={styles['foot']}>
          {rate ? formatDay(rate.date) : '…'}
          {last && rates.length > 1 && <RateChangeText change={last.change} />}
        </span>
        <span className={styles['foot']}>
          Week’s average <span>{week?.weekly_average ? formatRate(rateOf(week.weekly_average)) : '–'}</span>
        </span>
      </Link>
    </li>
  )
}
