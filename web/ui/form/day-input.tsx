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

interface DayInputProps extends Pick<
  ComponentProps<'input'>,
  'form' | 'pattern' | 'placeholder' | 'required'
> {
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

/**
 * Left empty, it shows the last day again. Days that are typed on the way to a refused one, such as
 * the 3rd of `30`, do not count.
 */
export function DayInput(props: DayInputProps) {
  const { label, name, type = 'date', min, max, value, wrong, onDay, onRefused, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<{
    readonly values: readonly (string | undefined)[]
    readonly error: string | undefined
  }>()
  const typedOver = useRef<string>(undefined)
  const error = refused?.values.includes(value) ? refused.error : undefined
  const setError = (sentence?: string) =>
    setRefused({ values: [value, typedOver.current], error: sentence })
  const show = () => {
    if (input.current && input.current.value !== value) input.current.value = value
  }
  const showValue = useEffectEvent(() => error === undefined && show())
  useEffect(() => void showValue(), [value])
  const report = useEffectEvent((isRefused: boolean) => onRefused?.(isRefused))
  useEffect(() => report(error !== undefined), [error])
  const read = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const { value: day, validity } = currentTarget
    const isPossible = validity.valid && day !== ''
    if (isPossible || validity.rangeOverflow) setError(errorOf(currentTarget))
    const before = typedOver.current
    if (isPossible && day !== value) onDay(day)
    if (validity.rangeOverflow && before !== undefined && before !== value) onDay(before)
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
      onInvalid={({ currentTarget }) => setError(errorOf(currentTarget))}
      onKeyDown={({ key }) => {
        if (/^\d$/.test(key)) typedOver.current ??= value
      }}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value === '' && !currentTarget.validity.badInput) show()
        setError(errorOf(currentTarget))
        typedOver.current = undefined
      }}
    />
  )
}

const errorOf = (input: HTMLInputElement) =>
  input.validity.valid ? undefined : constraintSentence(input)
