import { useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import type { ImportRow } from '../../contract/imports.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import { nextCustomsDay } from '../../domain/customs-week.ts'
import { formatPerUnit } from '../../domain/money.ts'
import { readRateText } from '../../domain/typed-number.ts'
import { listed } from '../../text/names.ts'
import { formatDayAndMonth, formatDays, t } from '../../text/sentences.ts'
import { ApiError, call, toApiError } from '../api.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { EarlierImports, importsQuery, useUndoImport } from '../imports/earlier-imports.tsx'
import { useToday } from '../page-context.ts'
import { refresh, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { readFields } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { EnterTabs, tabName } from '../work-tabs.tsx'
import {
  isTypedDay,
  PasteField,
  RateFields,
  WeekFields,
  type RateTexts,
  type TypedWeek,
} from './customs-week-fields.tsx'
import styles from './entries.module.css'
import type { RateDoubt } from './rate-doubts.ts'
import { moveOnEnter } from './rate-line.tsx'
import { RateQuestion } from './rate-questions.tsx'

type Body = Extract<
  InputOf<'POST /api/exchange-rate/import'>['body'],
  { readonly subject: 'customs rates' }
>

interface Saved {
  readonly id?: number
  readonly message: string
}

interface CustomsWeekProps {
  /** The day of the other tabs. */
  readonly date: CalendarDate
  /** Shown until the weeks are known. */
  readonly waiting: ReactNode
}

export function CustomsWeek({ date, waiting }: CustomsWeekProps) {
  const client = useQueryClient()
  const query = useResponse(importsQuery('customs rates'))
  const [round, setRound] = useState(0)
  /** Undefined before the typing begins: a later list must not change what is typed for. */
  const [typed, setTyped] = useState<TypedWeek>()
  const [saved, setSaved] = useState<Saved>()
  const undoing = useUndoImport((message) => setSaved({ message }))
  const today = useToday()
  if (!query.data && !query.error) return waiting
  const live = (query.data?.data ?? []).filter(({ undone_at }) => undone_at === null)
  const next = nextCustomsDay(
    live.flatMap(({ last_day }) => last_day ?? []),
    today,
  )
  const week = typed ?? { first: next, last: addDays(next, 6) }
  const { first, last } = week
  const count = currencies().length
  const entered = live
    .filter(({ first_day }) => first_day === first)
    .reduce((sum, { rows }) => sum + rows, 0)
  return (
    <>
      <PageTitle
        lead={query.data ? t.day.entered({ entered: Math.min(entered, count), count }) : '\u00a0'}
      >
        {isTypedDay(first) && isTypedDay(last) ? formatDays(first, last) : t.screens.enter}
      </PageTitle>
      <EnterTabs date={date} />
      <div className="stack">
        <Card title={tabName('customs')} hideTitle>
          <WeekForm
            key={round}
            week={week}
            onWeek={setTyped}
            onTyped={() => setTyped((before) => before ?? week)}
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

interface WeekFormProps extends ComponentProps<typeof WeekFields> {
  readonly onTyped: () => void
  readonly onSend: () => void
  readonly onSaved: (saved: Saved) => void
  /** The outcome of the week before. */
  readonly children: ReactNode
}

function WeekForm(props: WeekFormProps) {
  const { week, onWeek, onTyped, onSend, onSaved, children } = props
  const [texts, setTexts] = useState<RateTexts>({})
  const [hasGazette, setHasGazette] = useState(false)
  const { send, doubts, save, close } = useSaveWeek(texts, onSaved)
  const filled = filledIn(texts)
  const isBegun = hasGazette || filled.length > 0
  const missing = [
    ...(hasGazette ? [] : [t.customs.theGazette]),
    ...currencies().filter((currency) => !filled.includes(currency)),
  ]
  const type = (currency: Currency, text: string) => setTexts({ ...texts, [currency]: text })
  return (
    <>
      {/* Outside the form, because React passes a submit of the dialog's form on to it. */}
      {doubts && (
        <RateQuestion
          doubts={doubts.rows.map((row) => ({ name: nameOfRow(row), doubt: doubtOf(row) }))}
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
        onInput={({ currentTarget }) => {
          onTyped()
          setHasGazette(readFields(currentTarget)['gazette']?.trim() !== '')
        }}
        onKeyDown={(event) => moveOnEnter(event, currencies())}
      >
        <div className="fields">
          <WeekFields week={week} onWeek={onWeek} />
          <PasteField onRates={(pasted) => setTexts({ ...texts, ...pasted })} />
          <RateFields texts={texts} firstDay={week.first} onText={type} />
        </div>
        <div className="spread form-bar" data-screen-only>
          <div className={styles['outcome']}>
            <FormError />
            {children}
            <p role="status" className="fine-print">
              {isBegun && missing.length > 0 && t.customs.missing({ what: listed(missing) })}
            </p>
          </div>
          <div className="buttons">
            <SubmitButton busyText={t.entry.saving} kind={filled.length > 0 ? 'primary' : 'quiet'}>
              {t.day.save({ count: filled.length })}
            </SubmitButton>
          </div>
        </div>
      </Form>
    </>
  )
}

const filledIn = (texts: RateTexts) => currencies().filter((currency) => texts[currency]?.trim())

function useSaveWeek(texts: RateTexts, onSaved: WeekFormProps['onSaved']) {
  const [doubts, setDoubts] = useState<{
    readonly body: Body
    readonly rows: readonly ImportRow[]
  }>()
  const { keyFor, renew } = useIdempotencyKey()
  const close = () => setDoubts(undefined)
  const save = async (body: Body, reason = '') => {
    const whole = { ...body, ...(reason !== '' && { reason }) }
    const { message, data } = await call(
      'POST /api/exchange-rate/import',
      { body: whole },
      { idempotencyKey: keyFor(whole) },
    )
    renew()
    close()
    onSaved({ id: data.id, message })
  }
  const send = async (fields: Readonly<Record<string, string>>) => {
    const filled = filledIn(texts)
    const body: Body = {
      subject: 'customs rates',
      first_day: fields['first_day'] ?? '',
      last_day: fields['last_day'] ?? '',
      gazette: fields['gazette'] ?? '',
      ...(fields['document']?.trim() && { document: fields['document'].trim() }),
      rows: filled.map((currency) => {
        const units = unitsOf(currency)
        const read = readRateText(texts[currency] ?? '', units)
        const rate = read.error === undefined ? Number(formatPerUnit(read.rate, units)) : 0
        return { currency, rate }
      }),
    }
    try {
      const { data } = await call('POST /api/exchange-rate/import/preview', { body })
      const doubtful = data.rows.filter(({ state }) => state === 'doubtful')
      if (doubtful.length > 0) setDoubts({ body, rows: doubtful })
      else await save(body)
    } catch (thrown) {
      throw withCurrencies(toApiError(thrown), filled)
    }
  }
  return { send, doubts, save, close }
}

const nameOfRow = ({ currency, date, rate }: ImportRow) =>
  `${currency} ${formatDayAndMonth(date)}: ${rate}`

const doubtOf = ({ sentence, warnings }: ImportRow): RateDoubt => ({
  sentence,
  ...(warnings[0]?.meant !== undefined && { meant: warnings[0].meant }),
})

function withCurrencies(error: ApiError, given: readonly Currency[]): ApiError {
  const fields = Object.entries(error.fields).map(([name, sentences]) => {
    const [, row] = /^(?:rows\.(\d+)\.)/.exec(name) ?? []
    return [given[Number(row ?? -1)] ?? name, sentences] as const
  })
  return new ApiError(error.status, error.message, {
    ...(error.code && { code: error.code }),
    fields: Object.fromEntries(fields),
  })
}
