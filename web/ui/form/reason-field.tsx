import { t } from '../../../text/sentences.ts'
import type { Checked } from './check-form.ts'
import { Field } from './field.tsx'

interface ReasonFieldProps {
  readonly label: string
  readonly errors?: readonly string[] | undefined
  readonly defaultValue?: string | undefined
}

/** What must be said of something unusual before it is done. */
export function ReasonField({ label, errors, defaultValue }: ReasonFieldProps) {
  return (
    <Field label={label} name="reason" hint={t.reason.hint} errors={errors}>
      {(control) => (
        <textarea {...control} defaultValue={defaultValue} rows={2} maxLength={500} required />
      )}
    </Field>
  )
}

/** The reason in a form's fields; `missing` is said where it is left out. */
export function checkReason(
  { reason = '' }: Readonly<Record<string, FormDataEntryValue>>,
  missing: string,
): Checked<string> {
  const text = typeof reason === 'string' ? reason.trim() : ''
  return text === '' ? { errors: { reason: [missing] } } : { input: text }
}
