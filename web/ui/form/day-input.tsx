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
export function DayInput({ label, name, min = '', max, value, onDay }: DayInputProps) {
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
    const wrong = validity.valid ? undefined : errorOf(validity, min, max)
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
            timer.current = setTimeout(() => newest.current(false), DAY_PAUSE_MS)
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

function errorOf({ rangeOverflow, rangeUnderflow }: ValidityState, min: string, max: string): string {
  if (rangeOverflow && isCalendarDate(max)) return uiText.dayUpTo(formatDay(max))
  if (rangeUnderflow && isCalendarDate(min)) return uiText.dayFrom(formatDay(min))
  return uiText.noSuchDay
}
