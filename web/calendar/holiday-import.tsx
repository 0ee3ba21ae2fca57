import { useRef, useState, type RefObject } from 'react'
import { importHolidays, previewHolidays, undoHolidays } from '../../contract/calendar.ts'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { HolidayImport as Body, HolidayRow } from '../../contract/schema/calendar.schema.ts'
import { HOLIDAY_SCOPES, MAX_HOLIDAY_NAME, yearOf, type HolidayScope } from '../../domain/bank-holiday.ts'
import { tableText } from '../../domain/pasted-table.ts'
import { HOLIDAY_ROW_STATUSES } from '../../domain/row-status.ts'
import { formatDay } from '../../text/en/days.ts'
import { call } from '../api.ts'
import { EarlierImports, ImportOutcome } from '../imports/import-outcome.tsx'
import { DateOrderChoice } from '../imports/import-options.tsx'
import { ImportPreview, type PreviewedRows } from '../imports/import-preview.tsx'
import { ImportSource } from '../imports/import-source.tsx'
import { useImport, type ImportCalls } from '../imports/use-import.ts'
import { holidayImportsQuery } from '../session/entered-holidays.tsx'
import { CALENDAR } from '../text/en/work/calendar.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './calendar-page.module.css'

type Choice = Pick<Body, 'scope' | 'source'> & { readonly date_order?: 'day first' | 'month first' }
type Preview = ResponseBody<typeof previewHolidays>['data']

const CALLS: ImportCalls<Choice, Preview> = {
  draft: 'holidays',
  preview: (body, options) => call(previewHolidays, { body }, options),
  commit: (body, options) => call(importHolidays, { body }, options),
  undo: (id, options) => call(undoHolidays, { params: { id } }, options),
  features: ['calendar', 'rates'],
}

const { preview: texts } = CALENDAR
const ROWS: PreviewedRows<HolidayRow> = {
  ...texts,
  statuses: HOLIDAY_ROW_STATUSES,
  understood: ({ date, name }) => date && name && `${formatDay(date)}, ${name}`,
  verdict: ({ verdict, replaces }) =>
    verdict === 'replaces' && replaces !== null ? texts.replaces(replaces) : verdict,
  sentences: ({ sentence }) => [sentence],
}

/** A pasted list or one day: shown row by row, then entered whole or not at all, and undone with one press. */
export function HolidayImport({ onYear }: { readonly onYear: (year: number) => void }) {
  const onDone = ({ rows }: Preview) => {
    const day = rows.find(({ date }) => date !== null)?.date
    if (day) onYear(yearOf(day))
  }
  const state = useImport<Choice, Preview>({ scope: 'bank', source: '' }, { ...CALLS, onDone })
  const { looking } = state
  const { text, choice, preview } = looking
  const [wrong, setWrong] = useState<string>()
  const scope = useRef<HTMLSelectElement>(null)
  const source = useRef<HTMLInputElement>(null)
  const begin = (rows: string) => {
    const given = source.current?.value.trim() ?? ''
    setWrong(given === '' ? CALENDAR.sourceMissing : undefined)
    if (given === '') source.current?.focus()
    else state.begin(rows, { scope: scope.current?.value as HolidayScope, source: given })
  }
  return (
    <div className="fields">
      <AboutRows scope={scope} source={source} wrong={wrong} onInput={looking.forget} />
      <ImportSource key={`list ${state.round}`} state={state} texts={CALENDAR} onText={begin} />
      <OneDay key={`day ${state.round}`} onText={begin} onInput={looking.forget} />
      {text !== undefined && (
        <DateOrderChoice
          order={choice.date_order}
          ambiguous={preview?.rows.find(({ verdict }) => verdict === 'ambiguous')?.given}
          onOrder={(date_order) => void looking.look(text, { ...choice, date_order })}
        />
      )}
      <ImportOutcome state={state} />
      <ImportPreview kind={ROWS} state={state} />
      <EarlierImports query={holidayImportsQuery()} nameRows={CALENDAR.count} state={state} />
    </div>
  )
}

interface AboutRowsProps {
  readonly scope: RefObject<HTMLSelectElement | null>
  readonly source: RefObject<HTMLInputElement | null>
  /** What is wrong with the source. */
  readonly wrong: string | undefined
  readonly onInput: () => void
}

/** What is said about all rows at once. */
function AboutRows({ scope, source, wrong, onInput }: AboutRowsProps) {
  return (
    <div className={classNames('fields', styles['about'])}>
      <Select
        ref={scope}
        label={CALENDAR.scope}
        name="scope"
        values={HOLIDAY_SCOPES}
        textOf={(value) => CALENDAR.scopes[value]}
        onValue={onInput}
      />
      <Field
        label={CALENDAR.source}
        name="source"
        hint={CALENDAR.sourceHint}
        errors={wrong === undefined ? [] : [wrong]}
      >
        {(control) => <input {...control} ref={source} maxLength={200} onInput={onInput} />}
      </Field>
    </div>
  )
}

/** A single day, which becomes a list of one row. */
function OneDay({ onText, onInput }: { onText: (text: string) => void; onInput: () => void }) {
  const { form, errors } = useForm({
    check: (fields) => {
      const { day, holiday_name: name } = fields as Readonly<Record<string, string>>
      const wrong = {
        ...(!day && { day: [CALENDAR.dayMissing] }),
        ...(!name?.trim() && { holiday_name: [CALENDAR.nameMissing] }),
      }
      return day && name?.trim() ? { input: [day, name.trim()] } : { errors: wrong }
    },
    send: (row) => onText(tableText([row])),
  })
  return (
    <Disclosure summary={CALENDAR.oneDay}>
      <form className={classNames('fields', styles['about'], styles['day'])} onInput={onInput} {...form}>
        <Field label={CALENDAR.day} name="day" errors={errors['day']}>
          {(control) => <input {...control} type="date" />}
        </Field>
        <Field
          label={CALENDAR.name}
          name="holiday_name"
          hint={CALENDAR.nameHint}
          errors={errors['holiday_name']}
        >
          {(control) => <input {...control} maxLength={Math.min(MAX_HOLIDAY_NAME, 64)} />}
        </Field>
        <Button type="submit" kind="quiet">
          {CALENDAR.check}
        </Button>
      </form>
    </Disclosure>
  )
}
