import { useRef, useState, type RefObject } from 'react'
import { reasonText } from '../../text/en/work/reason.ts'
import { Field } from './field.tsx'

/** What must be said of something unusual before it is done. */
export interface Reason {
  readonly ref: RefObject<HTMLTextAreaElement | null>
  readonly error: string | undefined
  /** The reason; empty where there is none, which is then said beside its field, and the field has the focus. */
  readonly take: () => string
}

/** A reason; `missing` is said where it is left out. */
export function useReason(missing: string): Reason {
  const ref = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string>()
  const take = () => {
    const text = ref.current?.value.trim() ?? ''
    setError(text === '' ? missing : undefined)
    if (text === '') ref.current?.focus()
    return text
  }
  return { ref, error, take }
}

interface ReasonFieldProps extends Partial<Pick<Reason, 'ref' | 'error'>> {
  readonly label: string
  readonly defaultValue?: string | undefined
}

/** Where it is typed. */
export function ReasonField({ label, error, ...props }: ReasonFieldProps) {
  return (
    <Field label={label} name="reason" hint={reasonText.hint} errors={error === undefined ? [] : [error]}>
      {(control) => <textarea {...control} {...props} rows={2} maxLength={500} required />}
    </Field>
  )
}
