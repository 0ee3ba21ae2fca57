import { CURRENCIES } from '../../domain/currency.ts'
import { calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import { localAddress } from '../language/page-language.ts'
import { ratesText } from '../text/en/rates.ts'
import { Button } from '../ui/button.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Select } from '../ui/form/select.tsx'
import { Spinner } from '../ui/waiting.tsx'
import styles from './rates-form.module.css'
import type { RatesChoice } from './rates-queries.ts'

/** Days before this one have no rates anywhere; the bound keeps half-typed years (0020-…) from being sent. */
const EARLIEST = '1950-01-01'
/** A date is taken once typing has paused: a year arrives digit by digit. */
const PAUSE_MS = 400

interface RatesFormProps {
  readonly choice: RatesChoice
  readonly today: CalendarDate
  readonly waiting: boolean
  readonly onChoose: (choice: RatesChoice) => void
}

/** Date and base currency. Without scripts it is a plain form that asks for the page by GET. */
export function RatesForm({ choice, today, waiting, onChoose }: RatesFormProps) {
  const { base, date, side } = choice
  return (
    <form
      action={localAddress('/rates')}
      method="get"
      noValidate
      className={styles['form']}
      onSubmit={(event) => event.preventDefault()}
    >
      <DayInput
        label={ratesText.date}
        name="date"
        min={EARLIEST}
        max={today}
        value={date ?? today}
        wrong={ratesText.afterToday(today)}
        pauseMs={PAUSE_MS}
        onDay={(day) => onChoose({ base, date: day === today ? undefined : calendarDateOf(day) })}
      />
      <Select
        label={ratesText.base}
        name="base"
        values={CURRENCIES}
        value={base}
        onValue={(chosen) => onChoose({ base: chosen, date })}
      />
      {side && <input type="hidden" name="side" value={side} />}
      <noscript>
        <Button type="submit">{ratesText.show}</Button>
      </noscript>
      <div className={styles['spinner']}>{waiting && <Spinner label={ratesText.fetching} />}</div>
    </form>
  )
}
