import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

interface SelectProps extends Omit<ComponentProps<'select'>, 'className' | 'name' | 'id' | 'children'> {
  readonly label: string
  readonly name: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly errors?: readonly string[] | undefined
}

/** A labelled native select. */
export function Select({ label, name, options, errors, ...props }: SelectProps) {
  return (
    <Field label={label} name={name} errors={errors}>
      {(control) => (
        <select {...props} {...control}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
