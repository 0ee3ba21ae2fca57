import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Field } from './field.tsx'

const PAUSE_MS = 300

interface PausedInputProps {
  readonly label: string
  readonly name: string
  readonly type: 'search' | 'email'
  readonly placeholder: string
  readonly inputMode?: 'numeric'
  readonly value: string
  readonly onPause: (value: string) => void
}

/** A text that counts once the typing pauses; a value from outside (back, forward, a link) replaces what stands in it. */
export function PausedInput({ label, name, value, onPause, ...props }: PausedInputProps) {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const told = useRef(value)
  if (value !== given) {
    setGiven(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    const text = typed.trim()
    if (text === value) {
      told.current = text
      return
    }
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text
      onPause(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <Field label={label} name={name}>
      {(control) => (
        <input
          {...control}
          {...props}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  )
}

interface ClearFiltersProps {
  readonly onClear: () => void
  readonly children: ReactNode
}

/** Takes the filters of its form back. As there is nothing to clear then, the button goes, and the focus is on the first choice. */
export function ClearFilters({ onClear, children }: ClearFiltersProps) {
  return (
    <Button
      kind="link"
      onClick={({ currentTarget: { form } }) => {
        onClear()
        form?.querySelector('select')?.focus()
      }}
    >
      {children}
    </Button>
  )
}
