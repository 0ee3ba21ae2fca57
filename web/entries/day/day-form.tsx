import type { FocusEvent, KeyboardEvent } from 'react'
import type { DayRow } from '../../../contract/schema/rates/rate-changes.schema.ts'
import { CURRENCIES, isCurrency } from '../../../domain/currency.ts'
import { dayText, entryText } from '../../text/en/work/entries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusConflict } from '../rate-conflict.tsx'
import { SavedNotice } from '../saved-notice.tsx'
import { DayRateRow } from './day-rate-row.tsx'
import type { DayView } from './day-view.ts'
import { focusField, useDayForm } from './use-day-form.ts'
import styles from './day.module.css'

interface DayFormProps {
  readonly view: DayView
  readonly rows: readonly DayRow[]
}

/** The grid: what is known of each currency and the field of its new rate, with one save for all. */
export function DayForm({ view, rows }: DayFormProps) {
  const day = useDayForm(view, rows)
  const { form, draft, rates, missing, saved, saving } = day
  const filled = CURRENCIES.filter((code) => rates.typed[code]?.text)
  const isWarned = filled.some((code) => rates.warningsOf(code).length > 0)
  return (
    <>
      <form
        ref={form}
        noValidate
        className={styles['form']}
        onInput={(event) => {
          draft.keep(event.currentTarget)
          if (event.target instanceof HTMLInputElement) rates.type(event.target)
        }}
        onBlur={({ target }: FocusEvent) => lookAt(target, day)}
        onKeyDown={goOn}
        onSubmit={(event) => {
          event.preventDefault()
          if (!focusConflict(event.currentTarget)) void saving.run()
        }}
      >
        <table className={styles['grid']} role="table">
          <DayHead />
          <tbody role="rowgroup">
            {CURRENCIES.map((code) => (
              <DayRateRow
                key={code}
                code={code}
                row={rows.find(({ currency }) => currency === code)}
                day={day}
              />
            ))}
          </tbody>
        </table>
        {isWarned && (
          <Field
            label={dayText.why}
            name="reason"
            hint={dayText.whyHint}
            errors={missing === 'reason' ? [dayText.whyMissing] : []}
          >
            {(control) => (
              <textarea {...control} rows={2} maxLength={500} defaultValue={draft.values['reason']} />
            )}
          </Field>
        )}
        <Button type="submit" busy={saving.busy} busyText={entryText.saving}>
          {dayText.save(filled.length)}
        </Button>
      </form>
      <div className={styles['outcome']}>
        {missing === 'rates' && <Notice kind="error">{dayText.nothing}</Notice>}
        {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
        <SavedNotice saved={saved} />
      </div>
    </>
  )
}

function DayHead() {
  const { currency, previous, published, entered, rate } = dayText.columns
  return (
    <thead role="rowgroup">
      <tr role="row">
        {[currency, previous, published, entered, rate].map((title) => (
          <th key={title} scope="col" role="columnheader">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A rate that is left is looked at, so that a warning stands there before the next one is typed. */
function lookAt(target: EventTarget, { rates }: Pick<ReturnType<typeof useDayForm>, 'rates'>): void {
  if (!(target instanceof HTMLInputElement) || !isCurrency(target.name) || target.value === '') return
  const rate = rates.read(target, target.name)
  // What cannot be looked at now is looked at when it is saved.
  if (rate !== undefined) rates.look(target, target.name, rate).catch(() => undefined)
}

/** Enter goes to the next field, and from the last to the button. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || !isCurrency(target.name)) return
  event.preventDefault()
  const next = CURRENCIES[CURRENCIES.indexOf(target.name) + 1]
  if (!focusField(form, next)) form.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
}
