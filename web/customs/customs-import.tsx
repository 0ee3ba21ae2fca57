import { useRef } from 'react'
import { importCustoms, listCustomsImports, previewCustoms, undoCustoms } from '../../contract/customs.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import {
  customsImportBody,
  type CustomsImport as Body,
  type CustomsRow,
} from '../../contract/schema/customs.schema.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import { readRate } from '../../domain/import-rows.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { tableText } from '../../domain/pasted-table.ts'
import { CUSTOMS_ROW_STATUSES } from '../../domain/row-status.ts'
import { inputErrorSentence } from '../../text/en/input-errors.ts'
import { call } from '../api.ts'
import { queryOf } from '../queries.ts'
import { EarlierImports, ImportOutcome } from '../imports/import-outcome.tsx'
import { ImportPreview, type PreviewedRows } from '../imports/import-preview.tsx'
import { ImportSource } from '../imports/import-source.tsx'
import { useImport, type ImportCalls } from '../imports/use-import.ts'
import { CUSTOMS } from '../text/en/work/customs.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { checkForm, type Checked, type FieldErrors } from '../ui/form/check-form.ts'
import { useFormDraft } from '../ui/form/form-draft.ts'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { SCHEDULE_DRAFT, ScheduleForm } from './schedule-form.tsx'

/** The last schedules that were entered. */
export const customsImportsQuery = () => queryOf('entries', listCustomsImports, {})

type Choice = Omit<Body, 'text' | 'reason'>
type Preview = ResponseBody<typeof previewCustoms>['data']

const CALLS: ImportCalls<Choice, Preview> = {
  draft: 'customs rates',
  preview: (body, options) => call(previewCustoms, { body }, options),
  commit: (body, options) => call(importCustoms, { body }, options),
  undo: (id, options) => call(undoCustoms, { params: { id } }, options),
  features: ['rates', 'entries'],
}

const { preview: texts } = CUSTOMS
const rateText = (rate: number) => formatRate(rateOf(rate))
const ROWS: PreviewedRows<CustomsRow> = {
  ...texts,
  statuses: CUSTOMS_ROW_STATUSES,
  understood: ({ currency, rate }) => currency && rate !== null && `${currency} ${rateText(rate)}`,
  verdict: ({ verdict, replaces }) =>
    verdict === 'replaces' && replaces !== null ? texts.replaces(rateText(replaces)) : verdict,
  sentences: ({ sentences }) => sentences,
  button: () => texts.button,
}

/** A week's schedule, typed or pasted: shown row by row, then entered whole or not at all, and undone with one press. */
export function CustomsImport() {
  const { forget } = useFormDraft(SCHEDULE_DRAFT)
  const { rows } = useFormDraft(CALLS.draft).values
  const state = useImport<Choice, Preview>({} as Choice, { ...CALLS, onDone: forget })
  const { looking, importing } = state
  const { preview } = looking
  const pasted = useRef<string>(undefined)
  const { form, errors } = useForm({
    check: (fields) => {
      const text = pasted.current
      pasted.current = undefined
      return checkSchedule(fields, text)
    },
    send: ({ text, ...choice }) => state.begin(text, choice),
  })
  const begin = (text: string) => {
    pasted.current = text
    form.ref.current?.requestSubmit()
  }
  return (
    <div className="fields">
      <ScheduleForm
        key={`form ${state.round}`}
        form={form}
        errors={errors}
        closed={importing.busy}
        onInput={looking.forget}
      />
      <Disclosure summary={CUSTOMS.paste} open={Boolean(rows) || undefined}>
        <ImportSource key={`rows ${state.round}`} state={state} texts={CUSTOMS} onText={begin} />
      </Disclosure>
      <ImportOutcome state={state} />
      {preview && preview.missing.length > 0 && (
        <Notice kind="warning">{CUSTOMS.missing(preview.missing)}</Notice>
      )}
      <ImportPreview kind={ROWS} state={state} />
      <EarlierImports
        query={customsImportsQuery()}
        nameRows={(rows, { first_day, last_day, gazette }) =>
          CUSTOMS.batch(rows, first_day, last_day, gazette)
        }
        state={state}
      />
    </div>
  )
}

/** A schedule as it is typed, or of the rows that were pasted instead of its rates, and what is wrong with it. */
function checkSchedule(
  typed: Readonly<Record<string, FormDataEntryValue>>,
  pasted: string | undefined,
): Checked<Body> {
  const textOf = (name: string) => (typeof typed[name] === 'string' ? typed[name].trim() : '')
  const rates = CURRENCIES.map((currency) => [currency, textOf(currency)] as const)
  const wrong = pasted === undefined ? rates.flatMap(rateErrors) : []
  const { first_day, last_day, gazette } = typed
  const document = textOf('document')
  const given = { first_day, last_day, gazette, ...(document && { document }) }
  const checked = checkForm(customsImportBody, { text: pasted ?? tableText(rates), ...given })
  if (wrong.length === 0) return checked as Checked<Body>
  return { errors: { ...checked.errors, ...(Object.fromEntries(wrong) as FieldErrors) } }
}

/** What is wrong with a typed rate, as the server reads it from a row. */
function rateErrors([currency, typed]: readonly [Currency, string]): readonly [Currency, string[]][] {
  const rate = typed === '' ? undefined : readRate(typed)
  if (rate === undefined) return [[currency, [CUSTOMS.rateMissing]]]
  return typeof rate === 'string' ? [[currency, [inputErrorSentence(rate)]]] : []
}
