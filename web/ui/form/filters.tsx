import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { constraintErrors, FormContext, readFields, type FieldErrors } from './form.tsx'

const PAUSE_MS = 300

interface FiltersProps {
  readonly label: string
  readonly values: Readonly<Record<string, string>>
  /** `isTyping`: a search text is being typed. */
  readonly onChange: (values: Readonly<Record<string, string>>, isTyping: boolean) => void
  readonly className?: string
  readonly 'data-screen-only'?: boolean
  readonly children: ReactNode
}

/** A change applies at once, typed text after a pause. */
export function Filters(props: FiltersProps) {
  const { label, values, onChange, className = 'pairs mb', children, ...attributes } = props
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [errors, setErrors] = useState<FieldErrors>({})
  const address = JSON.stringify(values)
  // Back and forward change the values, and the fields are uncontrolled.
  const showValues = useEffectEvent(() => {
    for (const control of form.current?.elements ?? [])
      if (isField(control) && control !== document.activeElement)
        control.value = values[control.name] ?? defaultOf(control)
  })
  useEffect(() => showValues(), [address])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (isTyping: boolean) => {
    clearTimeout(timer.current)
    if (!form.current?.checkValidity()) return
    setErrors({})
    const fields = Object.entries(readFields(form.current)).map(
      ([name, text]) => [name, text.trim()] as const,
    )
    const filled = Object.fromEntries(fields.filter(([, text]) => text !== ''))
    if (JSON.stringify(filled) !== address) onChange(filled, isTyping)
  }
  return (
    <FormContext
      value={{ values, errors, busy: false, error: undefined, setError: () => undefined }}
    >
      <form
        ref={form}
        {...attributes}
        role="search"
        aria-label={label}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(false)
        }}
        onInput={({ target }) => {
          clearTimeout(timer.current)
          if ((target as HTMLInputElement).type === 'search')
            timer.current = setTimeout(() => send(true), PAUSE_MS)
          else send(false)
        }}
        // Not while a year is being typed.
        onBlur={({ currentTarget }) => setErrors(constraintErrors(currentTarget))}
      >
        {children}
      </form>
    </FormContext>
  )
}

const isField = (control: Element) =>
  control instanceof HTMLInputElement || control instanceof HTMLSelectElement

const defaultOf = (control: HTMLInputElement | HTMLSelectElement) =>
  control instanceof HTMLSelectElement
    ? (control.options[0]?.value ?? '')
    : control.required
      ? control.defaultValue
      : ''
