import type { FocusEvent, KeyboardEvent } from 'react'
import { currencies } from '../../../domain/currency.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { key } from '../../../domain/series.ts'
import { t } from '../../../text/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ReasonField } from '../../ui/form/reason-field.tsx'
import { RowTable } from '../../ui/list/row-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusConflict } from '../rate-conflict.tsx'
import { SavedNotice } from '../saved-notice.tsx'
import { CurrencyRow } from './currency-row.tsx'
import { DAY_KINDS, daySeries, type DayRows } from './day-view.ts'
import { focusField, useDayForm } from './use-day-form.ts'
import layout from '../../ui/form/form.module.css'
import styles from './day.module.css'

interface DayFormProps {
  readonly date: CalendarDate
  readonly rows: DayRows
  /** Whether a rate is typed that is not saved. */
  readonly onTyped: (typed: boolean) => void
}

/** The grid: a row of each currency, a field of each kind in it, and one save for all. */
export function DayForm({ date, rows, onTyped }: DayFormProps) {
  const day = useDayForm(date, rows, onTyped)
  const { form, draft, rates, missing, saved, saving } = day
  const filled = daySeries().filter((series) => rates.rateOf(series).text)
  const doubtful = filled.filter((series) => rates.warningsOf(series).length > 0)
  return (
    <form
      ref={form}
      noValidate
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
      <RowTable
        className={styles['grid']}
        titles={[t.day.currency, ...DAY_KINDS.map((kind) => t.kindNames[kind])]}
      >
        {currencies().map((currency) => (
          <CurrencyRow key={currency} currency={currency} rows={rows} day={day} />
        ))}
      </RowTable>
      <div className={layout['outcome']}>
        {doubtful.length > 0 && (
          <ReasonField
            label={t.day.why}
            errors={missing === 'reason' ? [t.day.whyMissing] : []}
            defaultValue={day.firstReason}
          />
        )}
        {missing === 'rates' && <Notice kind="error">{t.day.nothing}</Notice>}
        {saving.error && <Notice kind="error">{saving.error.message}</Notice>}
        <SavedNotice saved={saved} />
      </div>
      <div className={classNames('apart', layout['bar'])}>
        <p role="status">
          {t.day.filled({
            filled: filled.length,
            count: daySeries().length,
            doubtful: doubtful.length,
          })}{' '}
          {filled.length > 0 && <span className="muted">{t.day.kept}</span>}
        </p>
        <Button type="submit" busy={saving.busy} busyText={t.entry.saving}>
          {t.day.save({ count: filled.length })}
        </Button>
      </div>
    </form>
  )
}

/**
 * A rate that is left is looked at, so that a warning stands there before the next one is typed.
 */
function lookAt(
  target: EventTarget,
  { rates }: Pick<ReturnType<typeof useDayForm>, 'rates'>,
): void {
  if (!(target instanceof HTMLInputElement) || target.value === '') return
  const series = daySeries()[indexOf(target)]
  if (!series) return
  const rate = rates.read(target, series)
  // What cannot be looked at now is looked at when it is saved.
  if (rate !== undefined) rates.look(target, series, rate).catch(() => undefined)
}

/** As in a spreadsheet: Enter goes down its column, and from the last currency to the button. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  const at = indexOf(target)
  if (at < 0) return
  event.preventDefault()
  if (!focusField(form, daySeries()[at + DAY_KINDS.length]))
    form.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
}

function indexOf({ name }: HTMLInputElement): number {
  return daySeries().findIndex((series) => key(series) === name)
}
