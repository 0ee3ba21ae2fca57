import { useEffect, type ComponentProps } from 'react'
import { HOLIDAY_SCOPES } from '../../domain/bank-holiday.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import type { Checked, FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { Select } from '../ui/form/select.tsx'
import type { ImportChoice } from './use-import.ts'
import { WeekFields } from './week-fields.tsx'

const loadCheck = () => import('./check-about.ts')
/** A failure is met again when the rows are checked. */
export const loadCheckAhead = () => loadCheck().catch(() => undefined)

/** Under which name it is kept until the rows are imported, whatever they turn out to be. */
export const ABOUT_DRAFT = 'about rows'

interface AboutRowsProps {
  readonly subject: ImportSubject
  readonly form: ComponentProps<'form'>
  readonly errors: FieldErrors
  /** What was shown of rows is void. */
  readonly onInput: () => void
}

/**
 * What has to be said of all rows at once: of customs rates their schedule, of holidays the list.
 */
export function AboutRows({ subject, form, errors, onInput }: AboutRowsProps) {
  const draft = useFormDraft(ABOUT_DRAFT)
  useEffect(() => {
    if (subject !== 'rates') void loadCheckAhead()
  }, [subject])
  return (
    <form
      {...form}
      hidden={subject === 'rates'}
      onInput={({ currentTarget }) => {
        draft.keep(currentTarget)
        onInput()
      }}
    >
      {subject === 'customs rates' && <WeekFields drafted={draft.values} errors={errors} />}
      {subject === 'bank holidays' && (
        <div className="pairs">
          <Select
            label={t.calendar.scope}
            name="scope"
            values={HOLIDAY_SCOPES}
            textOf={(value) => t.calendar.scopes[value]}
          />
          <Field
            label={t.calendar.source}
            name="source"
            hint={t.calendar.sourceHint}
            errors={errors['source']}
          >
            {(control) => (
              <input {...control} maxLength={200} defaultValue={draft.values['source']} />
            )}
          </Field>
        </div>
      )}
    </form>
  )
}

/** What a form says of the rows of a text, or what is wrong with it. */
export async function readAbout(
  subject: ImportSubject,
  text: string,
  { document, ...fields }: Readonly<Record<string, FormDataEntryValue>>,
): Promise<Checked<{ text: string } & ImportChoice>> {
  if (subject === 'rates') return { input: { text } }
  const given = { subject, text, ...fields, ...(document && { document }) }
  return loadCheck().then(
    ({ checkAbout }) => checkAbout(given),
    // Where it cannot be loaded, the server's own is enough.
    () => ({ input: given as { text: string } & ImportChoice }),
  )
}

const HOLIDAYS = /holiday|poya/i
const CUSTOMS = /customs/i

/** What a table holds, where its first rows say it. */
export function guessedSubject(text: string): ImportSubject | undefined {
  const first = text.split('\n', 6).join('\n')
  return HOLIDAYS.test(first) ? 'bank holidays' : CUSTOMS.test(first) ? 'customs rates' : undefined
}
