import type * as z from 'zod/mini'
import { customsImportBody } from '../../../contract/imports/import-body.ts'
import { currencies, unitsOf, type Currency } from '../../../domain/currency.ts'
import { readRate } from '../../../domain/import-rows.ts'
import { tableText } from '../../../domain/pasted-table.ts'
import { inputErrorSentence } from '../../../text/input-errors.ts'
import { t } from '../../../text/sentences.ts'
import { EarlierImports } from '../../imports/earlier-imports.tsx'
import { ImportOutcome } from '../../imports/import-outcome.tsx'
import { ImportPreview } from '../../imports/import-preview.tsx'
import { useImport } from '../../imports/use-import.ts'
import { checkForm, type Checked, type FieldErrors } from '../../ui/form/check-form.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { SCHEDULE_DRAFT, ScheduleForm } from './schedule-form.tsx'

/**
 * A week's schedule, typed: shown row by row, then entered with one press, and undone with another.
 */
export function CustomsImport() {
  const state = useImport(SCHEDULE_DRAFT)
  const { form, errors } = useForm({
    check: checkSchedule,
    send: ({ text, ...choice }) => state.begin(text, choice),
  })
  return (
    <div className="fields">
      <ScheduleForm
        key={state.round}
        form={form}
        errors={errors}
        closed={state.importing.busy}
        checked={state.looking.preview !== undefined}
        onInput={state.looking.forget}
      />
      <ImportOutcome state={state} />
      <ImportPreview state={state} />
      <EarlierImports subject="customs rates" state={state} />
    </div>
  )
}

/** A schedule as it is typed, and what is wrong with it. */
function checkSchedule(
  typed: Readonly<Record<string, string>>,
): Checked<z.input<typeof customsImportBody>> {
  const textOf = (name: string) => typed[name]?.trim() ?? ''
  const rates = currencies().map((currency) => [currency, textOf(currency)] as const)
  const wrong = rates.flatMap(rateErrors)
  const { first_day, last_day, gazette } = typed
  const document = textOf('document')
  const given = { first_day, last_day, gazette, ...(document && { document }) }
  const subject = 'customs rates'
  const checked = checkForm(customsImportBody, { subject, text: tableText(rates), ...given })
  if (wrong.length === 0) return checked
  return { errors: { ...checked.errors, ...(Object.fromEntries(wrong) as FieldErrors) } }
}

/** What is wrong with a typed rate, as the server reads it from a row. */
function rateErrors([currency, typed]: readonly [Currency, string]): readonly [
  Currency,
  string[],
][] {
  const rate = typed === '' ? undefined : readRate(typed, unitsOf(currency))
  if (rate === undefined) return [[currency, [t.customs.rateMissing]]]
  return typeof rate === 'string' ? [[currency, [inputErrorSentence(rate)]]] : []
}
