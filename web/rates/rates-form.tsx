import { useEffect, useRef, useState } from 'react'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { formatDay } from '../../text/en/days.ts'
import { localAddress } from '../language/page-language.ts'
import { ratesText } from '../text/en/rates.ts'
import { uiText } from '../text/en/ui.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Spinner } from '../ui/waiting.tsx'
import styles from './rates-form.module.css'
import type { RatesChoice } from './rates-queries.ts'

/** Days before this one have no rates anywhere; the bound keeps half-typed years (0020-…) from being sent. */
const EARLIEST = '1950-01-01' as CalendarDate
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
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [error, setError] = useState<string>()
  const shown = choice.date ?? today

  useEffect(() => {
    // Back and forward change the address, and with it what the fields must show.
    if (input.current && input.current.value !== shown) input.current.value = shown
    setError(undefined)
    return () => clearTimeout(pause.current)
  }, [shown])

  const take = () => {
    clearTimeout(pause.current)
    const date = input.current?.value
    const wrong = !input.current?.validity.valid || !isCalendarDate(date)
    setError(wrong ? errorOf(input.current, today) : undefined)
    if (!wrong && date !== shown) onChoose({ base: choice.base, date: date === today ? undefined : date })
  }
  const takeAfterPause = () => {
    clearTimeout(pause.current)
    // A half-typed date is no error yet: only a whole and valid one is taken early.
    if (input.current?.validity.valid && input.current.value !== '')
      pause.current = setTimeout(take, PAUSE_MS)
  }

  return (
    <form action={localAddress('/rates')} method="get" noValidate className={styles['form']}>
      <Field label={ratesText.date} name="date" errors={error === undefined ? [] : [error]}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="date"
            defaultValue={shown}
            min={EARLIEST}
            max={today}
            onChange={takeAfterPause}
            onBlur={take}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              take()
            }}
          />
        )}
      </Field>
      <Select
        label={ratesText.base}
        name="base"
        values={CURRENCIES}
        value={choice.base}
        onValue={(base) => onChoose({ base, date: choice.date })}
      />
      {choice.side && <input type="hidden" name="side" value={choice.side} />}
      <noscript>
        <Button type="submit">{ratesText.show}</Button>
      </noscript>
      <div className={styles['spinner']}>{waiting && <Spinner label={ratesText.fetching} />}</div>
    </form>
  )
}

/** Why the day that was entered cannot be shown. */
function errorOf(input: HTMLInputElement | null, today: CalendarDate): string {
  return input?.validity.rangeUnderflow ? uiText.dayFrom(formatDay(EARLIEST)) : ratesText.afterToday(today)
}
