import { useRef } from 'react'
import { addDays, isCalendarDate } from '../../domain/calendar-date.ts'
import { MAX_DOCUMENT, MAX_GAZETTE } from '../../domain/customs-week.ts'
import { t } from '../../text/sentences.ts'
import type { FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import type { FormDraft } from '../ui/form/form-draft.ts'

const weekEnd = (first: string) => (isCalendarDate(first) ? addDays(first, 6) : undefined)

interface WeekFieldsProps {
  /** What they hold at first, by name. */
  readonly drafted: FormDraft['values']
  readonly errors: FieldErrors
}

/** The days of effect and where they stand. A first day proposes its week’s end, or moves it. */
export function WeekFields({ drafted, errors }: WeekFieldsProps) {
  const last = useRef<HTMLInputElement>(null)
  const before = useRef('')
  const propose = (first: string) => {
    const end = last.current
    const proposed = weekEnd(first)
    if (!end || !proposed || (end.value !== '' && end.value !== weekEnd(before.current))) return
    end.value = proposed
    end.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div className="pairs">
      <Field label={t.customs.firstDay} name="first_day" errors={errors['first_day']}>
        {(control) => (
          <input
            {...control}
            type="date"
            defaultValue={drafted[control.name]}
            onFocus={({ target }) => {
              before.current = target.value
            }}
            onBlur={({ target }) => propose(target.value)}
          />
        )}
      </Field>
      <Field label={t.customs.lastDay} name="last_day" errors={errors['last_day']}>
        {(control) => (
          <input {...control} ref={last} type="date" defaultValue={drafted[control.name]} />
        )}
      </Field>
      <Field
        label={t.customs.gazette}
        name="gazette"
        hint={t.customs.gazetteHint}
        errors={errors['gazette']}
      >
        {(control) => (
          <input
            {...control}
            defaultValue={drafted[control.name]}
            maxLength={MAX_GAZETTE}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label={t.customs.document}
        name="document"
        hint={t.customs.documentHint}
        errors={errors['document']}
      >
        {(control) => (
          <input
            {...control}
            type="url"
            defaultValue={drafted[control.name]}
            maxLength={MAX_DOCUMENT}
            autoComplete="off"
          />
        )}
      </Field>
    </div>
  )
}
