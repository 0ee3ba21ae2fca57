import type { ComponentProps } from 'react'
import { publisherName, publishers } from '../../../domain/publisher.ts'
import { t } from '../../../text/sentences.ts'
import { Select } from './select.tsx'

type BankSelectProps = Omit<ComponentProps<typeof Select>, 'label' | 'name' | 'values' | 'textOf'>

/**
 * A select of the banks, in which the empty text is the main rates; not there where the
 * installation names no bank.
 */
export function BankSelect(props: BankSelectProps) {
  if (publishers().length === 0) return null
  return (
    <Select
      {...props}
      label={t.banks.label}
      name="publisher"
      values={['', ...publishers().map(({ id }) => id)]}
      textOf={(id) => (id === '' ? t.banks.main : publisherName(id))}
    />
  )
}
