import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'className' | 'name' | 'id' | 'children' | 'onChange'
> {
  readonly label: string
  readonly name: string
  readonly values: readonly T[]
  /** What a value reads; itself where nothing is given. */
  readonly textOf?: (value: T) => string
  readonly hint?: ReactNode
  readonly errors?: readonly string[] | undefined
  readonly onValue?: (value: T) => void
}

/** A labelled native select. */
export function Select<T extends string>(given: SelectProps<T>) {
  const { label, name, values, textOf, hint, errors, onValue, ...props } = given
  return (
    <Field label={label} name={name} hint={hint} errors={errors}>
      {(control) => (
        <select {...props} {...control} onChange={({ target }) => onValue?.(target.value as T)}>
          {values.map((value) => (
            <option key={value} value={value}>
              {textOf ? textOf(value) : value}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
