import type { ComponentProps } from 'react'
import { publisherName, publishers } from '../../../domain/series.ts'
import { t } from '../../../text/sentences.ts'
import { Select } from './form.tsx'

type SelectProps = Omit<ComponentProps<typeof Select>, 'label' | 'name' | 'values' | 'textOf'>
interface BankSelectProps extends SelectProps {
  readonly none?: string
}

export function BankSelect({ none = t.banks.choice, ...props }: BankSelectProps) {
  if (publishers().length === 0) return null
  return (
    <Select
      {...props}
      label={t.banks.label}
      name="publisher"
      values={['', ...publishers().map(({ id }) => id)]}
      textOf={(id) => (id === '' ? none : publisherName(id))}
    />
  )
}
