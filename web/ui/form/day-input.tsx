import { useEffect, useRef, useState } from 'react'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay } from '../../../text/en/days.ts'
import { uiText } from '../../text/en/ui.ts'
import { Field } from './field.tsx'

interface DayInputProps {
  readonly label: string
  readonly name: string
  readonly min?: string
  readonly max: string
  readonly value: string
  /** Where an empty field is wrong: what is said of it, and of any other day that is none of those up to `max`. */
  readonly wrong?: string
  readonly pauseMs?: number
  readonly onDay: (day: string) => void
}

/** Longer than it takes to type the next digit of a year. */
const DAY_PAUSE_MS = 800
/** Half-typed years are days of the first millennium. */
const FIRST_DAY = '1900-01-01'

/**
 * A day that counts once it is whole and possible: a native date input reports half-typed days too, so it is left to itself
 * until it rests, loses the focus, or Enter is pressed. A day that cannot be is said to be, and changes nothing.
 */
export function DayInput(props: DayInputProps) {
  const { label, name, min = '', max, value, wrong: sentence, pauseMs = DAY_PAUSE_MS, onDay } = props
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [error, setError] = useState<string>()
  useEffect(() => {
    // The field belongs to the browser while it is typed in, and a day that still rests goes before another value from outside.
    if (timer.current !== undefined) return
    if (input.current && input.current.value !== value) input.current.value = value
    setError(undefined)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const take = (isLeft: boolean) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!input.current) return
    const { value: day, validity } = input.current
    const isPossible = validity.valid && (day !== '' || sentence === undefined)
    const wrong = isPossible ? undefined : errorOf(validity, min, max, sentence)
    if (isLeft || wrong === undefined) setError(wrong)
    if (wrong === undefined && day !== value) onDay(day)
  }
  // What else changes while a day rests is not undone by it.
  const newest = useRef(take)
  useEffect(() => {
    newest.current = take
  })
  return (
    <Field label={label} name={name} errors={error === undefined ? [] : [error]}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="date"
          min={min || FIRST_DAY}
          max={max}
          defaultValue={value}
          onChange={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => newest.current(false), pauseMs)
          }}
          onBlur={() => take(true)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take(true)
          }}
        />
      )}
    </Field>
  )
}

function errorOf(validity: ValidityState, min: string, max: string, sentence = uiText.noSuchDay): string {
  if (validity.rangeUnderflow && isCalendarDate(min)) return uiText.dayFrom(formatDay(min))
  const isAfter = validity.rangeOverflow && isCalendarDate(max) && sentence === uiText.noSuchDay
  return isAfter ? uiText.dayUpTo(formatDay(max)) : sentence
}
