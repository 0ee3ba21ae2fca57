import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import { HOLIDAY_SCOPES } from '../../domain/bank-holiday.ts'
import { unitsFields } from '../../domain/currency.ts'
import type { Line } from '../../domain/imports/lines.ts'
import type { Mapping, Purpose } from '../../domain/imports/mapping.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import { call, toApiError, useIdempotencyKey, type ApiError } from '../api.ts'
import { EnterTabs } from '../enter-tabs.tsx'
import { Link } from '../link.tsx'
import { refresh } from '../queries.ts'
import { usePlace, type Place } from '../pages.tsx'
import { Button, useAction } from '../ui/button.tsx'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { ColumnStep } from './column-step.tsx'
import { EarlierImports, importsQuery } from './earlier-imports.tsx'
import { LineList, RowsError } from './lines.tsx'
import { joinPreview, PreviewStep, type PreviewLine } from './preview-step.tsx'
import { Progress, RateFiles, SourceStep } from './source-step.tsx'
import { useSheet } from './use-sheet.ts'

type Body = InputOf<'POST /api/exchange-rate/import'>['body']
type Subject = Exclude<ImportSubject, 'customs rates'>

const subjectOf = ({ search }: Place): Subject =>
  search.get('subject') === 'bank holidays' ? 'bank holidays' : 'rates'

export const loader = (place: Place) => [importsQuery(subjectOf(place))]

/** Ten thousand rows take longer than a screen's call. */
const PATIENT = { timeoutMs: 60_000 }

interface Done {
  readonly id: number
  readonly message: string
  readonly leftOut: readonly PreviewLine[]
  /** First and last day of what was imported. */
  readonly from: string
  readonly to: string
}

/** Imports a sheet of rates or bank holidays: its columns are confirmed, its lines are shown. */
export function Component() {
  const place = usePlace()
  const subject = subjectOf(place)
  return <Import key={subject} subject={subject} />
}

/** Imports chosen lines, and takes the import back. */
function useImport(subject: Subject, bodyOf: (lines: readonly Line[]) => Body) {
  const client = useQueryClient()
  const [done, setDone] = useState<Done>()
  const [undone, setUndone] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()
  const refreshAll = () => refresh(client, 'rates', 'entries', 'calendar')
  const undoing = useAction(async (id: number) => {
    const params = { id: String(id) }
    setUndone((await call('POST /api/exchange-rate/import/:id/undo', { params }, PATIENT)).message)
    setDone(undefined)
    refreshAll()
  })
  const send = async (ticked: readonly PreviewLine[], leftOut: readonly PreviewLine[]) => {
    const body = {
      ...bodyOf(ticked.map(({ line }) => line)),
      ...(leftOut.length > 0 && { left_out: leftOut.length }),
    }
    const { message, data } = await call(
      'POST /api/exchange-rate/import',
      { body },
      { ...PATIENT, idempotencyKey: keyFor(body) },
    )
    renew()
    const days = ticked.flatMap(({ line }) => line.date ?? []).sort()
    setUndone(undefined)
    setDone({ id: data.id, message, leftOut, from: days[0] ?? '', to: days.at(-1) ?? '' })
    refreshAll()
  }
  const outcome = (
    <>
      {done && (
        <ImportDone
          done={done}
          subject={subject}
          isUndoing={undoing.busy}
          onUndo={() => void undoing.run(done.id)}
        />
      )}
      {undone !== undefined && (
        <Notice kind="success" isOutcome>
          {undone}
        </Notice>
      )}
      {undoing.error && <Notice kind="error">{undoing.error.message}</Notice>}
    </>
  )
  return { send, undoing, outcome }
}

function Import({ subject }: { readonly subject: Subject }) {
  const purpose: Purpose = subject === 'rates' ? 'rates' : 'holidays'
  const sheet = useSheet(purpose)
  const { state } = sheet
  const [about, setAbout] = useState({ scope: 'bank', source: '' })
  const lines = state.step === 'lines' ? state.lines : undefined
  const bodyOf = (some: readonly Line[]) =>
    (subject === 'rates'
      ? { rows: some.map(rateRow) }
      : { subject, ...about, rows: some.map(holidayRow) }) as Body
  const { preview, retry } = usePreview(lines, bodyOf)
  const { send, undoing, outcome } = useImport(subject, bodyOf)
  const again = (mapping: Mapping) => {
    if (state.step === 'lines') void sheet.show(state.file.grid, mapping)
  }
  return (
    <>
      <PageTitle lead={t.import.lead}>
        {subject === 'rates' ? t.screens.import : t.import.holidaysTitle}
      </PageTitle>
      <Card title={t.import.sheetTitle} isTitleHeard>
        {subject === 'rates' && <EnterTabs tab="file" />}
        <div className="fields">
          {outcome}
          <SourceStep sheet={sheet} texts={subject === 'rates' ? t.rateImport : t.calendar} />
          {state.step === 'source' && subject === 'rates' && <RateFiles />}
          {state.step === 'columns' && (
            <ColumnStep {...{ purpose, sheet, state }}>
              {subject === 'bank holidays' && <HolidayFields about={about} onAbout={setAbout} />}
            </ColumnStep>
          )}
          {lines && !preview && <Progress>{t.preview.checking({ count: lines.length })}</Progress>}
          {preview?.error && (
            <RowsError error={preview.error}>
              <Button kind="quiet" onClick={retry}>
                {t.ui.retry}
              </Button>
              <Button kind="link" onClick={sheet.changeColumns}>
                {t.preview.changeColumns}
              </Button>
            </RowsError>
          )}
          {preview?.lines && (
            <PreviewStep
              purpose={purpose}
              lines={preview.lines}
              onColumns={sheet.changeColumns}
              onRound={() => state.step === 'lines' && again({ ...state.mapping, round: true })}
              onImport={async (ticked, leftOut) => {
                await send(ticked, leftOut)
                sheet.reset()
              }}
            />
          )}
          {state.step === 'source' && <EarlierImports subject={subject} undoing={undoing} />}
        </div>
      </Card>
    </>
  )
}

/** The preview of lines, requested again when they change. */
function usePreview(lines: readonly Line[] | undefined, bodyOf: (lines: readonly Line[]) => Body) {
  const [found, setFound] = useState<{
    readonly of: readonly Line[]
    readonly lines?: readonly PreviewLine[]
    readonly error?: ApiError
  }>()
  const [tries, setTries] = useState(0)
  const preview = useEffectEvent(async (given: readonly Line[], signal: AbortSignal) => {
    const readable = given.filter(({ problem }) => problem === undefined)
    const name = 'POST /api/exchange-rate/import/preview'
    const answer =
      readable.length > 0
        ? await call(name, { body: bodyOf(readable) }, { ...PATIENT, signal })
        : undefined
    return joinPreview(given, answer?.data.rows ?? [])
  })
  useEffect(() => {
    if (!lines) return undefined
    const abort = new AbortController()
    const show = (of: object) => {
      if (!abort.signal.aborted) setFound({ of: lines, ...of })
    }
    preview(lines, abort.signal).then(
      (joined) => show({ lines: joined }),
      (thrown: unknown) => show({ error: toApiError(thrown) }),
    )
    return () => abort.abort()
  }, [lines, tries])
  return {
    preview: lines && found?.of === lines ? found : undefined,
    retry: () => {
      setFound(undefined)
      setTries(tries + 1)
    },
  }
}

const rateRow = ({ row, date, currency, kind, publisher, rate }: Line) => ({
  line: row,
  date: date ?? '',
  currency: currency ?? '',
  ...(kind && { kind }),
  ...(publisher && { publisher }),
  ...(currency && unitsFields(currency)),
  rate: rate ?? 0,
})

const holidayRow = ({ row, date, name }: Line) => ({
  line: row,
  date: date ?? '',
  ...(name !== undefined && { name }),
})

interface ImportDoneProps {
  readonly done: Done
  readonly subject: Subject
  readonly isUndoing: boolean
  readonly onUndo: () => void
}

/** Says what was imported and left out, with links to the entries and an undo. */
function ImportDone({ done, subject, isUndoing, onUndo }: ImportDoneProps) {
  const { message, leftOut, from, to } = done
  const address =
    subject === 'rates'
      ? `/manage?kind=all&from=${from}&to=${to}`
      : `/calendar?year=${from.slice(0, 4)}`
  return (
    <div key={done.id} ref={showDone} tabIndex={-1} className="fields">
      <Notice kind="success">
        <p>
          {message}
          {leftOut.length > 0 && `. ${t.preview.leftOut({ count: leftOut.length })}`}
        </p>
        <div className="buttons">
          <Link href={address}>
            {subject === 'rates' ? t.preview.toEntries : t.preview.toHolidays}
          </Link>
          <Button kind="quiet" busy={isUndoing} onClick={onUndo}>
            {t.import.undo}
          </Button>
        </div>
      </Notice>
      {leftOut.length > 0 && (
        <Disclosure summary={t.preview.leftOutRows({ count: leftOut.length })}>
          <LineList lines={leftOut.slice(0, 100)} />
        </Disclosure>
      )}
    </div>
  )
}

function showDone(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

interface HolidayFieldsProps {
  readonly about: { readonly scope: string; readonly source: string }
  readonly onAbout: (about: { scope: string; source: string }) => void
}

/** The scope of a list of holidays, and where it was published. */
function HolidayFields({ about, onAbout }: HolidayFieldsProps) {
  return (
    <div className="pairs">
      <Select
        label={t.calendar.scope}
        name="scope"
        values={HOLIDAY_SCOPES}
        textOf={(value) => t.calendar.scopes[value]}
        value={HOLIDAY_SCOPES.find((each) => each === about.scope) ?? 'bank'}
        onValue={(scope) => onAbout({ ...about, scope })}
      />
      <Field
        label={t.calendar.source}
        name="source"
        hint={t.calendar.sourceHint}
        maxLength={200}
        required
        value={about.source}
        onChange={({ target }) => onAbout({ ...about, source: target.value })}
      />
    </div>
  )
}
