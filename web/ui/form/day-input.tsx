import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { FIRST_DAY, isCalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay, formatWeekdayAndDay, t } from '../../../text/sentences.ts'

import { Field } from './field.tsx'

interface DayInputProps extends Pick<ComponentProps<'input'>, 'pattern' | 'placeholder'> {
  readonly label: ReactNode
  readonly name: string
  readonly type?: 'date' | 'month'
  readonly min?: string
  readonly max: string
  readonly value: string
  /**
   * Where an empty field is wrong: what is said of it, and of any other day that is none of those
   * up to `max`.
   */
  readonly wrong?: string
  readonly pauseMs?: number
  /** Whether what stands in the field is refused. */
  readonly onRefused?: (refused: boolean) => void
  readonly onDay: (day: string) => void
}

/** Longer than it takes to type the next digit of a year. */
const DAY_PAUSE_MS = 800

/**
 * A day that counts once it is whole and possible: a native date input reports half-typed days too,
 * so it is left to itself until it rests, loses the focus, or Enter is pressed. A day that cannot
 * be is said to be, and changes nothing; one that is to come as soon as it rests.
 */
export function DayInput(props: DayInputProps) {
  const { label, name, min = '', max, value, wrong: sentence, onRefused, onDay } = props
  const { pauseMs = DAY_PAUSE_MS, type = 'date', pattern, placeholder } = props
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [error, setError] = useState<string>()
  useEffect(() => {
    // The field belongs to the browser while it is typed in, and a day that still rests goes before
    // another value from outside.
    if (timer.current !== undefined) return
    // Also where it is that day already: React takes a later choice of the day before for no change
    // unless it sees this one.
    if (input.current) input.current.value = value
    setError(undefined)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => onRefused?.(error !== undefined), [error])
  const take = (isLeft: boolean) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!input.current) return
    const { value: day, validity } = input.current
    const isPossible = validity.valid && (day !== '' || sentence === undefined)
    const wrong = isPossible ? undefined : errorOf(validity, min, max, sentence)
    // A year that is half typed is long past: only a day that is to come is wrong at once.
    if (isLeft || wrong === undefined || validity.rangeOverflow) setError(wrong)
    if (wrong === undefined && day !== value) onDay(day)
  }
  // What else changes while a day rests is not undone by it.
  const newest = useRef(take)
  useEffect(() => {
    newest.current = take
  })
  return (
    <Field
      label={label}
      name={name}
      // The browser writes the day in its own way, which another reader may read otherwise.
      hint={isCalendarDate(value) && value !== max ? formatWeekdayAndDay(value) : undefined}
      errors={error === undefined ? [] : [error]}
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          type={type}
          pattern={pattern}
          placeholder={placeholder}
          // Half-typed years are days of the first millennium.
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

function errorOf(
  validity: ValidityState,
  min: string,
  max: string,
  sentence = t.ui.noSuchDay,
): string {
  if (validity.rangeUnderflow && isCalendarDate(min)) return t.ui.dayFrom({ day: formatDay(min) })
  const isAfter = validity.rangeOverflow && isCalendarDate(max) && sentence === t.ui.noSuchDay
  return isAfter ? t.ui.dayUpTo({ day: formatDay(max) }) : sentence
}
