import type { FocusEvent, KeyboardEvent } from 'react'
import { key, type Series } from '../../../domain/series.ts'
import { dayText, entryText } from '../../text/en/work/entries.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonField } from '../../ui/form/reason-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusConflict } from '../rate-conflict.tsx'
import { SavedNotice } from '../saved-notice.tsx'
import { DayRateRow } from './day-rate-row.tsx'
import { type DayRows, seriesOfDay, type DayView } from './day-view.ts'
import { focusField, useDayForm } from './use-day-form.ts'
import { classNames } from '../../ui/class-names.ts'
import layout from '../../ui/form/form.module.css'
import { RowTable } from '../../ui/list/row-table.tsx'
import styles from './day.module.css'

interface DayFormProps {
  readonly view: DayView
  readonly rows: DayRows
  /** Whether a rate is typed that is not saved. */
  readonly onTyped: (typed: boolean) => void
}

/** The grid: what is known of each currency and the field of its new rate, with one save for all. */
export function DayForm({ view, rows, onTyped }: DayFormProps) {
  const day = useDayForm(view, rows, onTyped)
  const { form, draft, rates, missing, saved, saving } = day
  const fields = seriesOfDay(view)
  const filled = fields.filter((series) => rates.rateOf(series).text)
  return (
    <>
      <form
        ref={form}
        noValidate
        className={classNames('fields', styles['form'])}
        onInput={(event) => {
          draft.keep(event.currentTarget)
          if (event.target instanceof HTMLInputElement) rates.type(event.target)
        }}
        onBlur={({ target }: FocusEvent) => lookAt(target, fields, day)}
        onKeyDown={(event) => goOn(event, fields)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!focusConflict(event.currentTarget)) void saving.run()
        }}
      >
        <RowTable className={styles['grid']} titles={Object.values(dayText.columns)}>
          {fields.map((series) => (
            <DayRateRow key={key(series)} view={view} series={series} row={rows.get(key(series))} day={day} />
          ))}
        </RowTable>
        {filled.some((series) => rates.warningsOf(series).length > 0) && (
          <ReasonField
            label={dayText.why}
            errors={missing === 'reason' ? [dayText.whyMissing] : []}
            defaultValue={day.firstReason}
          />
        )}
        <Button type="submit" busy={saving.busy} busyText={entryText.saving}>
          {dayText.save(filled.length)}
        </Button>
      </form>
      <div className={layout['outcome']}>
        {missing === 'rates' && <Notice kind="error">{dayText.nothing}</Notice>}
        {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
        <SavedNotice saved={saved} />
      </div>
    </>
  )
}

/** A rate that is left is looked at, so that a warning stands there before the next one is typed. */
function lookAt(
  target: EventTarget,
  fields: readonly Series[],
  { rates }: Pick<ReturnType<typeof useDayForm>, 'rates'>,
): void {
  if (!(target instanceof HTMLInputElement) || target.value === '') return
  const series = fields[indexIn(fields, target)]
  if (!series) return
  const rate = rates.read(target, series)
  // What cannot be looked at now is looked at when it is saved.
  if (rate !== undefined) rates.look(target, series, rate).catch(() => undefined)
}

/** Enter goes to the next field, and from the last to the button. */
function goOn(event: KeyboardEvent<HTMLFormElement>, fields: readonly Series[]): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  const at = indexIn(fields, target)
  if (at < 0) return
  event.preventDefault()
  if (!focusField(form, fields[at + 1])) form.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
}

function indexIn(fields: readonly Series[], { name }: HTMLInputElement): number {
  return fields.findIndex((series) => key(series) === name)
}
