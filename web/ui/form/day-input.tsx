import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { isCalendarDate } from '../../../domain/calendar-date.ts'
import { formatWeekdayAndDay } from '../../../text/sentences.ts'
import { constraintSentence, Field } from './form.tsx'

interface DayInputProps extends Pick<ComponentProps<'input'>, 'pattern' | 'placeholder'> {
  readonly label: ReactNode
  readonly name: string
  readonly type?: 'date' | 'month'
  readonly min?: string
  readonly max: string
  readonly value: string
  readonly wrong?: string
  readonly hint?: ReactNode
  readonly onDay: (day: string) => void
  readonly onRefused?: (isRefused: boolean) => void
}

/** Days before it are years that are still being typed: 0002 for 2026. */
const FIRST_YEAR = '1950'

/** Left empty, it shows the last day again. */
export function DayInput(props: DayInputProps) {
  const { label, name, type = 'date', min, max, value, wrong, onDay, onRefused, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<{ readonly value: string; readonly error?: string }>()
  const error = refused?.value === value ? refused.error : undefined
  const setError = (sentence?: string) =>
    setRefused(sentence === undefined ? undefined : { value, error: sentence })
  const show = () => {
    if (input.current && input.current.value !== value) input.current.value = value
  }
  const showValue = useEffectEvent(show)
  useEffect(() => showValue(), [value])
  const report = useEffectEvent((isRefused: boolean) => onRefused?.(isRefused))
  useEffect(() => report(error !== undefined), [error])
  const reset = () => {
    show()
    setRefused(undefined)
  }
  const read = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const { value: day, validity } = currentTarget
    const isPossible = validity.valid && day !== ''
    if (isPossible || validity.rangeOverflow)
      setError(isPossible ? undefined : constraintSentence(currentTarget))
    if (isPossible && day !== value) onDay(day)
  }
  return (
    <Field
      label={label}
      name={name}
      // A native field shows the day in the device's own order.
      hint={isCalendarDate(value) && value !== max ? formatWeekdayAndDay(value) : undefined}
      errors={error === undefined ? [] : [error]}
      {...(wrong !== undefined && { wrong })}
      {...rest}
      ref={input}
      type={type}
      min={min || `${FIRST_YEAR}-01${type === 'date' ? '-01' : ''}`}
      max={max}
      defaultValue={value}
      onChange={read}
      onBlur={({ currentTarget }) =>
        currentTarget.value === '' ? reset() : setError(errorOf(currentTarget))
      }
    />
  )
}

const errorOf = (input: HTMLInputElement) =>
  input.validity.valid ? undefined : constraintSentence(input)
