import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import { nextCustomsDay } from '../../domain/customs-week.ts'
import { listed } from '../../text/names.ts'
import { formatDays, t } from '../../text/sentences.ts'
import { EarlierImports, importsQuery, useUndoImport } from '../imports/earlier-imports.tsx'
import { useToday } from '../page-context.ts'
import { refresh, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { EnterTabs, tabName } from '../work-tabs.tsx'
import {
  PasteField,
  RateFields,
  WeekFields,
  type TypedSource,
  type TypedWeek,
} from './customs-week-fields.tsx'
import {
  isTypedDay,
  useStoredWeek,
  type CustomsRow,
  type RateTexts,
  type StoredWeek,
} from './stored-week.ts'
import styles from './entries.module.css'
import { moveOnEnter } from './rate-line.tsx'
import { RateQuestion } from './rate-questions.tsx'
import { useSaveWeek, type Saved } from './save-week.ts'

interface CustomsWeekProps {
  /** The day of the other tabs. */
  readonly date: CalendarDate
  /** Shown until the weeks are known. */
  readonly waiting: ReactNode
}

export function CustomsWeek({ date, waiting }: CustomsWeekProps) {
  const query = useResponse(importsQuery('customs rates'))
  const today = useToday()
  if (!query.data && !query.error) return waiting
  const live = (query.data?.data ?? []).filter(({ undone_at }) => undone_at === null)
  const lastDays = live.flatMap(({ last_day }) => last_day ?? [])
  return <NextWeek date={date} next={nextCustomsDay(lastDays, today)} />
}

interface NextWeekProps extends Pick<CustomsWeekProps, 'date'> {
  /** The first day to enter. */
  readonly next: CalendarDate
}

function NextWeek({ date, next }: NextWeekProps) {
  const client = useQueryClient()
  const [round, setRound] = useState(0)
  /** Undefined before the typing begins: a later list must not change what is typed for. */
  const [typed, setTyped] = useState<TypedWeek>()
  const [saved, setSaved] = useState<Saved>()
  const undoing = useUndoImport((message) => setSaved({ message }))
  const first = typed?.first ?? next
  const stored = useStoredWeek(first)
  const usual = stored.schedule?.last_day ?? (isTypedDay(first) ? addDays(first, 6) : '')
  const week = { first, last: typed?.last ?? usual }
  const count = currencies().length
  return (
    <>
      <PageTitle
        lead={stored.query.data ? t.day.entered({ entered: stored.entries.size, count }) : '\u00a0'}
      >
        {isTypedDay(first) && isTypedDay(week.last)
          ? formatDays(first, week.last)
          : t.screens.enter}
      </PageTitle>
      <EnterTabs date={date} />
      <div className="stack">
        <Card title={tabName('customs')} hideTitle>
          <WeekForm
            key={round}
            week={week}
            stored={stored}
            onWeek={setTyped}
            onTyped={() => setTyped((before) => before ?? { first })}
            onSend={() => {
              setSaved(undefined)
              undoing.forgetError()
            }}
            onSaved={(done) => {
              setSaved(done)
              setRound(round + 1)
              setTyped(undefined)
              refresh(client, 'rates', 'entries')
            }}
          >
            <Outcome saved={saved} undoing={undoing} />
          </WeekForm>
        </Card>
        <EarlierImports subject="customs rates" undoing={undoing} />
      </div>
      <ToastHost />
    </>
  )
}

interface OutcomeProps {
  readonly saved: Saved | undefined
  readonly undoing: ReturnType<typeof useUndoImport>
}

function Outcome({ saved, undoing }: OutcomeProps) {
  const id = saved?.id
  const undo = id !== undefined && (
    <Button kind="link" busy={undoing.busy} onClick={() => void undoing.run(id)}>
      {t.entry.undo}
    </Button>
  )
  return (
    <>
      <FailureNotice error={undoing.error} />
      {saved && (
        <Notice kind="success" isOutcome action={undo}>
          {saved.message}
        </Notice>
      )}
    </>
  )
}

interface WeekFormProps {
  readonly week: Required<TypedWeek>
  readonly stored: StoredWeek
  readonly onWeek: (week: TypedWeek) => void
  readonly onTyped: () => void
  readonly onSend: () => void
  readonly onSaved: (saved: Saved) => void
  /** The outcome of the week before. */
  readonly children: ReactNode
}

function WeekForm(props: WeekFormProps) {
  const { week, stored, onWeek, onTyped, onSend, onSaved, children } = props
  const { schedule } = stored
  const [texts, setTexts] = useState<RateTexts>({})
  const [source, setSource] = useState<TypedSource>({})
  const { gazette = schedule?.gazette ?? '', document = schedule?.document ?? '' } = source
  const rows = stored.rows(texts)
  const { send, doubts, save, close } = useSaveWeek(rows, onSaved)
  const type = (currency: Currency, text: string | undefined) =>
    setTexts({ ...texts, [currency]: text })
  return (
    <>
      {/* Outside the form, because React passes a submit of the dialog's form on to it. */}
      {doubts && (
        <RateQuestion
          doubts={doubts.rows}
          onUse={(at, _meant, text) => {
            const currency = doubts.rows[at]?.currency
            if (currency) type(currency, text)
            close()
            return Promise.resolve()
          }}
          onSave={(reason) => save(doubts.body, reason)}
          onClose={close}
        />
      )}
      <Form
        onSend={(fields) => {
          onSend()
          return send(fields)
        }}
        onInput={onTyped}
        onKeyDown={(event) => moveOnEnter(event, currencies())}
      >
        <div className="fields">
          <WeekFields
            week={week}
            onWeek={onWeek}
            source={{ gazette, document }}
            onSource={(typed) => setSource({ ...source, ...typed })}
          />
          <PasteField onRates={(pasted) => setTexts({ ...texts, ...pasted })} />
          <RateFields query={stored.query} rows={rows} onText={type} />
        </div>
        <WeekBar rows={rows} schedule={schedule} gazette={gazette.trim()}>
          {children}
        </WeekBar>
      </Form>
    </>
  )
}

interface WeekBarProps extends Pick<WeekFormProps, 'children'> {
  readonly rows: readonly CustomsRow[]
  readonly schedule: StoredWeek['schedule']
  readonly gazette: string
}

function WeekBar({ rows, schedule, gazette, children }: WeekBarProps) {
  const changed = rows.filter(({ isChanged }) => isChanged)
  const missing = [
    ...(gazette === '' ? [t.customs.theGazette] : []),
    ...rows.flatMap(({ currency, text }) => (text.trim() === '' ? currency : [])),
  ]
  const isBegun = missing.length < rows.length + 1
  const isOtherGazette = schedule !== undefined && gazette !== schedule.gazette
  const remarks = [
    t.customs.replaces({ count: changed.filter(({ entry }) => entry).length }),
    isOtherGazette ? t.customs.replacesGazette({ gazette: schedule.gazette }) : '',
    isBegun && missing.length > 0 ? t.customs.missing({ what: listed(missing) }) : '',
  ]
  return (
    <div className="spread form-bar" data-screen-only>
      <div className={styles['outcome']}>
        <FormError />
        {children}
        <p role="status" className="fine-print">
          {remarks.filter(Boolean).join(' ')}
        </p>
      </div>
      <div className="buttons">
        <SubmitButton
          busyText={t.entry.saving}
          kind={changed.length > 0 || isOtherGazette ? 'primary' : 'quiet'}
        >
          {t.day.save({ count: changed.length })}
        </SubmitButton>
      </div>
    </div>
  )
}
