import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import { HOLIDAY_SCOPES } from '../../domain/bank-holiday.ts'
import { unitsFields } from '../../domain/currency.ts'
import type { Line } from '../../domain/imports/lines.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import { buildApiAddress, call } from '../api.ts'
import { FinalMonths } from '../rates/final-months.tsx'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { EnterTabs } from '../work-tabs.tsx'
import { Link } from '../link.tsx'
import type { Place } from '../load-page.ts'
import { usePlace } from '../pages.tsx'
import { refresh } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card, Disclosure, PageTitle } from '../ui/card.tsx'
import { Field, Select } from '../ui/form/form.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { EarlierImports, importsQuery, useUndoImport } from './earlier-imports.tsx'
import { LineList, PATIENT } from './lines.tsx'
import { joinPreview, type PreviewLine } from './preview-line.ts'
import { PreviewStep } from './preview-step.tsx'
import { Steps } from './sheet-steps.tsx'
import { useSheet } from './use-sheet.ts'

type Body = InputOf<'POST /api/exchange-rate/import'>['body']
type Subject = Exclude<ImportSubject, 'customs rates'>

const subjectOf = ({ search }: Place): Subject =>
  search.get('subject') === 'bank holidays' ? 'bank holidays' : 'rates'

export const loader = (place: Place) => [importsQuery(subjectOf(place))]

interface Outcome {
  readonly message: string
  readonly imported?: {
    readonly id: number
    readonly leftOut: readonly PreviewLine[]
    readonly rows: readonly Line[]
  }
}

export function Component() {
  const subject = subjectOf(usePlace())
  return <Import key={subject} subject={subject} />
}

function Import({ subject }: { readonly subject: Subject }) {
  const isRates = subject === 'rates'
  const purpose = isRates ? 'rates' : 'holidays'
  const client = useQueryClient()
  const sheet = useSheet(purpose)
  const [about, setAbout] = useState({ scope: 'bank', source: '' })
  const [outcome, setOutcome] = useState<Outcome>()
  const undoing = useUndoImport((message) => setOutcome({ message }))
  const { keyFor, renew } = useIdempotencyKey()
  const bodyOf = (lines: readonly Line[], leftOut = 0) =>
    ({
      ...(!isRates && { subject, ...about }),
      rows: lines.map(toRow),
      left_out: leftOut || undefined,
    }) as Body
  const preview = async (lines: readonly Line[], signal: AbortSignal) => {
    const body = bodyOf(lines.filter(({ problem }) => problem === undefined))
    if (body.rows.length === 0) return joinPreview(lines, [])
    const name = 'POST /api/exchange-rate/import/preview'
    const { data } = await call(name, { body }, { ...PATIENT, signal })
    return joinPreview(lines, data.rows)
  }
  const send = async (ticked: readonly PreviewLine[], leftOut: readonly PreviewLine[]) => {
    const rows = ticked.map(({ line }) => line)
    const body = bodyOf(rows, leftOut.length)
    const options = { ...PATIENT, idempotencyKey: keyFor(body) }
    const { message, data } = await call('POST /api/exchange-rate/import', { body }, options)
    renew()
    setOutcome({ message, imported: { id: data.id, leftOut, rows } })
    refresh(client, 'rates', 'entries', 'calendar')
    sheet.reset()
  }
  return (
    <>
      <PageTitle lead={t.import.lead}>
        {isRates ? t.screens.import : t.import.holidaysTitle}
      </PageTitle>
      {isRates && <EnterTabs />}
      <div className="stack">
        <Card title={t.import.sheetTitle} hideTitle>
          <div className="fields">
            {outcome && <ImportOutcome outcome={outcome} isRates={isRates} undoing={undoing} />}
            <FailureNotice error={undoing.error} />
            <Steps
              sheet={sheet}
              purpose={purpose}
              texts={isRates ? t.rateImport : t.calendar}
              fields={!isRates && <HolidayFields about={about} onAbout={setAbout} />}
              ask={preview}
            >
              {(lines) => (
                <PreviewStep sheet={sheet} purpose={purpose} lines={lines} onImport={send} />
              )}
            </Steps>
            {!sheet.state.open && isRates && <RateFiles />}
          </div>
        </Card>
        {!sheet.state.open && <EarlierImports subject={subject} undoing={undoing} />}
      </div>
    </>
  )
}

/** JSON leaves out what a line does not have. */
const toRow = ({ row: line, date, currency, kind, publisher, rate, name }: Line) => ({
  line,
  date,
  currency,
  kind,
  publisher,
  ...(currency && unitsFields(currency)),
  rate,
  name,
})

interface ImportOutcomeProps {
  readonly outcome: Outcome
  readonly isRates: boolean
  readonly undoing: ReturnType<typeof useUndoImport>
}

function ImportOutcome({ outcome, isRates, undoing }: ImportOutcomeProps) {
  const { message, imported } = outcome
  if (!imported)
    return (
      <Notice kind="success" isOutcome>
        {message}
      </Notice>
    )
  const { id, leftOut, rows } = imported
  const dates = rows.flatMap(({ date }) => date ?? []).sort()
  const [firstDay = '', lastDay = firstDay] = [dates[0], dates.at(-1)]
  const days = rows.flatMap(({ date, currency, kind, publisher }) =>
    date && currency ? [{ date, currency, kind, publisher }] : [],
  )
  return (
    <div key={id} ref={showOutcome} tabIndex={-1} className="fields">
      <Notice kind="success">
        <p>
          {message}
          {leftOut.length > 0 && `. ${t.preview.leftOut({ count: leftOut.length })}`}
        </p>
        <p>
          <FinalMonths days={days} />
        </p>
        <div className="buttons">
          {isRates ? (
            <Link href={`/manage?kind=all&from=${firstDay}&to=${lastDay}`}>
              {t.preview.toEntries}
            </Link>
          ) : (
            <Link href={`/calendar?year=${firstDay.slice(0, 4)}`}>{t.preview.toHolidays}</Link>
          )}
          <Button kind="quiet" busy={undoing.busy} onClick={() => void undoing.run(id)}>
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

function showOutcome(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

interface HolidayFieldsProps {
  readonly about: { readonly scope: string; readonly source: string }
  readonly onAbout: (about: { scope: string; source: string }) => void
}

const HolidayFields = ({ about, onAbout }: HolidayFieldsProps) => (
  <div className="pairs">
    <Select
      label={t.calendar.scope}
      name="scope"
      values={HOLIDAY_SCOPES}
      textOf={(value) => t.calendar.scopes[value]}
      value={about.scope}
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

const RateFiles = () => (
  <div>
    <p className="fine-print">{t.rateImport.files}</p>
    <p className="wrap">
      {(['wide', 'long'] as const).map((layout) => (
        <a
          key={layout}
          className="touch-target"
          href={buildApiAddress('GET /api/exchange-rate/history.xlsx', { query: { layout } })}
          download
        >
          {t.rateImport.fileNames[layout]}
        </a>
      ))}
    </p>
  </div>
)
