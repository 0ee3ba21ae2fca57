import { useRef, useState } from 'react'
import { importCustoms, listCustomsImports, previewCustoms, undoCustoms } from '../../contract/customs.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import {
  customsImportBody,
  type CustomsImport as Body,
  type CustomsRow,
} from '../../contract/schema/customs.schema.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { tableText } from '../../domain/pasted-table.ts'
import { CUSTOMS_ROW_STATUSES } from '../../domain/row-status.ts'
import { call } from '../api.ts'
import { queryOf } from '../queries.ts'
import { EarlierImports, ImportOutcome } from '../imports/import-outcome.tsx'
import { ImportPreview, type PreviewedRows } from '../imports/import-preview.tsx'
import { ImportSource } from '../imports/import-source.tsx'
import { useImport, type ImportCalls } from '../imports/use-import.ts'
import { CUSTOMS } from '../text/en/work/customs.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { checkForm, type FieldErrors } from '../ui/form/check-form.ts'
import { focusFirstWrong } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { ScheduleForm } from './schedule-form.tsx'

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
  const state = useImport<Choice, Preview>({} as Choice, CALLS)
  const { looking, importing } = state
  const { preview } = looking
  const { form, errors, begin, beginTyped } = useSchedule(state.begin)
  return (
    <div className="fields">
      <ScheduleForm
        key={`form ${state.round}`}
        form={form}
        errors={errors}
        closed={importing.busy}
        onInput={looking.forget}
        onSubmit={beginTyped}
      />
      <Disclosure summary={CUSTOMS.paste}>
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

/** Reads the form and, where nothing is wrong with it, has its schedule looked at. */
function useSchedule(look: (text: string, choice: Choice) => void) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const fields = () =>
    Object.fromEntries(new FormData(form.current ?? undefined)) as Readonly<Record<string, string>>
  const begin = (text: string, missing: FieldErrors = {}) => {
    const { first_day, last_day, gazette, document = '' } = fields()
    const given = { first_day, last_day, gazette, ...(document.trim() && { document: document.trim() }) }
    const checked = checkForm(customsImportBody, { text, ...given })
    const wrong = { ...checked.errors, ...missing }
    setErrors(wrong)
    focusFirstWrong(form.current, wrong)
    if (Object.keys(wrong).length === 0) look(text, given as Choice)
  }
  const beginTyped = () => {
    const typed = fields()
    const rates = CURRENCIES.map((currency) => [currency, typed[currency]?.trim() ?? ''])
    const missing = rates
      .filter(([, rate]) => rate === '')
      .map(([currency = '']) => [currency, [CUSTOMS.rateMissing]])
    begin(tableText(rates), Object.fromEntries(missing) as FieldErrors)
  }
  return { form, errors, begin: (text: string) => begin(text), beginTyped }
}
