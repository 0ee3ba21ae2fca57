import type { ComponentProps } from 'react'
import { publisherName, publishers } from '../../../domain/publisher.ts'
import { Select } from './select.tsx'

interface BankSelectProps extends Omit<ComponentProps<typeof Select>, 'values' | 'textOf'> {
  /** What no bank reads, which has the empty text as its value. */
  readonly none: string
}

/** A select of the banks; not there where the installation names none. */
export function BankSelect({ none, ...props }: BankSelectProps) {
  if (publishers().length === 0) return null
  return (
    <Select
      {...props}
      values={['', ...publishers().map(({ id }) => id)]}
      textOf={(id) => (id === '' ? none : publisherName(id))}
    />
  )
}
