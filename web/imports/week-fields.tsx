import { useRef, useState } from 'react'
import { addDays, isCalendarDate } from '../../domain/calendar-date.ts'
import { MAX_DOCUMENT, MAX_GAZETTE } from '../../domain/customs-week.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import type { FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import type { FormDraft } from '../ui/form/form-draft.ts'
import { typeInto } from '../ui/form/type-into.ts'

const weekEnd = (first: string) => (isCalendarDate(first) ? addDays(first, 6) : undefined)

interface WeekFieldsProps {
  /** What they hold at first, by name. */
  readonly drafted: FormDraft['values']
  readonly errors: FieldErrors
}

/** The days of effect and where they stand. A first day proposes its week’s end, or moves it. */
export function WeekFields({ drafted, errors }: WeekFieldsProps) {
  return (
    <div className="pairs">
      <DayFields {...{ drafted, errors }} />
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

function DayFields({ drafted, errors }: WeekFieldsProps) {
  const last = useRef<HTMLInputElement>(null)
  const before = useRef('')
  const [typed, setTyped] = useState<FormDraft['values']>({})
  const propose = (first: string) => {
    const end = last.current
    const proposed = weekEnd(first)
    if (!end || !proposed || (end.value !== '' && end.value !== weekEnd(before.current))) return
    typeInto(end, proposed)
  }
  const labels = { first_day: t.customs.firstDay, last_day: t.customs.lastDay }
  return (['first_day', 'last_day'] as const).map((name) => {
    const day = typed[name] ?? drafted[name] ?? ''
    return (
      <Field
        key={name}
        label={labels[name]}
        name={name}
        hint={isCalendarDate(day) ? formatWeekdayAndDay(day) : undefined}
        errors={errors[name]}
      >
        {(control) => (
          <input
            {...control}
            ref={name === 'last_day' ? last : undefined}
            type="date"
            defaultValue={drafted[name]}
            onInput={({ currentTarget: { value } }) =>
              setTyped((others) => ({ ...others, [name]: value }))
            }
            onFocus={({ target }) => {
              before.current = target.value
            }}
            onBlur={({ target }) => name === 'first_day' && propose(target.value)}
          />
        )}
      </Field>
    )
  })
}
