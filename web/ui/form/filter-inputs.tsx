import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { DayInput } from './day-input.tsx'
import { Field } from './field.tsx'
import { Select } from './select.tsx'

const PAUSE_MS = 300

/** A form of filters, each of which counts at once. */
export function Filters({ className = 'pairs above', ...form }: ComponentProps<'form'>) {
  return (
    <form
      {...form}
      role="search"
      className={className}
      onSubmit={(event) => event.preventDefault()}
    />
  )
}

type Texts<Name extends string> = Readonly<Record<Name, string>>

/** Where a filter stands: its name in the view of a list. */
interface FilterProps<Name extends string, View extends Texts<Name>> {
  readonly label: string
  readonly name: Name
  readonly view: View
  /** `typing`: one more character of a text, not a step to come back to. */
  readonly onView: (view: View, typing?: boolean) => void
}

interface ChoiceFilterProps<Name extends string, View extends Texts<Name>> extends FilterProps<
  Name,
  View
> {
  /** What stands for no filter. */
  readonly all: string
  readonly values: readonly string[]
  readonly textOf?: (value: string) => string
}

/** One of some values, or all of them. */
export function ChoiceFilter<Name extends string, View extends Texts<Name>>(
  props: ChoiceFilterProps<Name, View>,
) {
  const { label, name, view, onView, all, values, textOf = (value: string) => value } = props
  const chosen: string = view[name]
  const known = chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
  return (
    <Select
      label={label}
      name={name}
      values={['', ...known]}
      textOf={(value) => (value === '' ? all : textOf(value))}
      value={chosen}
      onValue={(value) => onView({ ...view, [name]: value })}
    />
  )
}

interface DayFilterProps<Name extends string, View extends Texts<Name>> extends FilterProps<
  Name,
  View
> {
  readonly min?: string
  readonly max: string
}

/** A day that is whole and possible. */
export function DayFilter<Name extends string, View extends Texts<Name>>({
  view,
  onView,
  ...props
}: DayFilterProps<Name, View>) {
  const { name } = props
  return (
    <DayInput {...props} value={view[name]} onDay={(day) => onView({ ...view, [name]: day })} />
  )
}

interface TextFilterProps<Name extends string, View extends Texts<Name>> extends FilterProps<
  Name,
  View
> {
  readonly placeholder: string
  readonly inputMode?: 'numeric'
  /** Gives what counts of a text, undefined for none; all of it by default. */
  readonly read?: (text: string) => string | undefined
}

/**
 * A text that counts once the typing pauses; a value from outside (back, forward, a link) replaces
 * what stands in it.
 */
export function TextFilter<Name extends string, View extends Texts<Name>>(
  props: TextFilterProps<Name, View>,
) {
  const { label, name, view, onView, read = (text: string) => text, ...rest } = props
  const value: string = view[name]
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const reported = useRef(value)
  if (value !== given) {
    setGiven(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    const text = typed.trim()
    if (text === value) {
      reported.current = text
      return
    }
    if (text === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text
      const found = read(text)
      if (found !== undefined) onView({ ...view, [name]: found }, value !== '')
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <Field label={label} name={name}>
      {(control) => (
        <input
          {...control}
          {...rest}
          type="search"
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

/**
 * Takes the filters of its form back. As there is nothing to clear then, the button goes, and the
 * focus is on the first choice.
 */
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
