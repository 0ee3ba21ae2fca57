import type { FocusEvent, KeyboardEvent } from 'react'
import { currencies } from '../../../domain/currency.ts'
import { key, type Series } from '../../../domain/series.ts'
import { t } from '../../../text/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { RowTable } from '../../ui/list/row-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusConflict } from '../rate-conflict.tsx'
import { SavedNotice } from '../saved-notice.tsx'
import { CurrencyRow } from './currency-row.tsx'
import { dayKinds } from './day-view.ts'
import { focusField, useDayForm, type DayFormProps } from './use-day-form.ts'
import layout from '../../ui/form/form.module.css'
import styles from './day.module.css'

/** The grid: a row of each currency, a field of each kind in it, and one save for all. */
export function DayForm(props: DayFormProps) {
  const { rows, publisher } = props
  const kinds = dayKinds(publisher)
  const day = useDayForm(props)
  const { all, form, rates, missing, saved, saving } = day
  const wrong = missing === 'rates' ? t.day.nothing : saving.error?.message
  const filled = all.filter((series) => rates.rateOf(series).text)
  const doubtful = filled.filter((series) => rates.warningsOf(series).length > 0)
  return (
    <form
      ref={form}
      noValidate
      onInput={day.onInput}
      onBlur={({ target }: FocusEvent) => lookAt(target, day)}
      onKeyDown={(event) => goOn(event, all, kinds.length)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusConflict(event.currentTarget)) void saving.run()
      }}
    >
      <RowTable
        className={styles['grid']}
        titles={[
          t.day.currency,
          ...kinds.map((kind) => ({ title: t.kindNames[kind], numeric: true })),
        ]}
      >
        {currencies().map((currency) => (
          <CurrencyRow key={currency} {...{ currency, rows, day, doubtful }} />
        ))}
      </RowTable>
      <div className={layout['outcome']}>
        {wrong !== undefined && (
          <Notice kind="error" isOutcome>
            {wrong}
          </Notice>
        )}
        <SavedNotice saved={saved} />
      </div>
      <div className={classNames('apart', layout['bar'])}>
        <p role="status">
          {filled.length > 0 && (
            <>
              {t.day.filled({
                filled: filled.length,
                count: all.length,
                doubtful: doubtful.length,
              })}
              <span className="second-line">{t.day.kept}</span>
            </>
          )}
        </p>
        <Button
          type="submit"
          kind={filled.length > 0 ? 'primary' : 'quiet'}
          busy={saving.busy}
          busyText={t.entry.saving}
        >
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
  { all, rates }: Pick<ReturnType<typeof useDayForm>, 'all' | 'rates'>,
): void {
  if (!(target instanceof HTMLInputElement) || target.value === '') return
  const series = all[indexOf(target, all)]
  if (!series) return
  const rate = rates.read(target, series)
  // What cannot be looked at now is looked at when it is saved.
  if (rate !== undefined) rates.look(target, series, rate).catch(() => undefined)
}

/** As in a spreadsheet: Enter goes down its column, and from the last currency to the button. */
function goOn(
  event: KeyboardEvent<HTMLFormElement>,
  all: readonly Series[],
  columns: number,
): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  const at = indexOf(target, all)
  if (at < 0) return
  event.preventDefault()
  if (!focusField(form, all[at + columns]))
    form.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
}

function indexOf({ name }: HTMLInputElement, all: readonly Series[]): number {
  return all.findIndex((series) => key(series) === name)
}
