import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import type { ImportRow } from '../../contract/imports.ts'
import { addDays, isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import { formatPerUnit } from '../../domain/money.ts'
import { readRateText } from '../../domain/typed-number.ts'
import { MAX_DOCUMENT, MAX_GAZETTE, nextCustomsDay } from '../../domain/customs-week.ts'
import { formatDayAndMonth, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { ApiError, call, toApiError } from '../api.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { EarlierImports, importsQuery, useUndoImport } from '../imports/earlier-imports.tsx'
import { useToday } from '../page-context.ts'
import { refresh, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/waiting.tsx'
import { PasteField, RateFields, type RateTexts } from './customs-week-fields.tsx'
import type { RateDoubt } from './rate-doubts.ts'
import { RateQuestion } from './rate-questions.tsx'

type Body = Extract<
  InputOf<'POST /api/exchange-rate/import'>['body'],
  { readonly subject: 'customs rates' }
>

interface Saved {
  readonly id?: number
  readonly message: string
}

export function CustomsWeekForm() {
  const client = useQueryClient()
  const query = useResponse(importsQuery('customs rates'))
  const [round, setRound] = useState(0)
  /** The first day when the typing began: a later list must not empty the form. */
  const [typedFor, setTypedFor] = useState<CalendarDate>()
  const [saved, setSaved] = useState<Saved>()
  const undoing = useUndoImport((message) => setSaved({ message }))
  const today = useToday()
  if (!query.data && !query.error) return <Skeleton rows={4} />
  const live = (query.data?.data ?? []).filter(({ undone_at }) => undone_at === null)
  const next = nextCustomsDay(
    live.flatMap(({ last_day }) => last_day ?? []),
    today,
  )
  const first = typedFor ?? next
  return (
    <div className="fields" onInput={() => setTypedFor(first)}>
      {saved && (
        <Notice kind="success" isOutcome>
          <p>{saved.message}</p>
          {saved.id !== undefined && (
            <Button
              kind="quiet"
              busy={undoing.busy}
              onClick={() => void undoing.run(saved.id ?? 0)}
            >
              {t.customs.undo}
            </Button>
          )}
        </Notice>
      )}
      <FailureNotice error={undoing.error} />
      <WeekForm
        key={`${round} ${first}`}
        first={first}
        onSaved={(done) => {
          setSaved(done)
          setRound(round + 1)
          setTypedFor(undefined)
          refresh(client, 'rates', 'entries')
        }}
      />
      <EarlierImports subject="customs rates" undoing={undoing} />
    </div>
  )
}

interface WeekFormProps {
  readonly first: CalendarDate
  readonly onSaved: (saved: Saved) => void
}

function WeekForm({ first, onSaved }: WeekFormProps) {
  const [firstDay, setFirstDay] = useState<string>(first)
  const [texts, setTexts] = useState<RateTexts>({})
  const { send, doubts, save, close } = useSaveWeek(texts, onSaved)
  const filled = filledIn(texts).length
  const type = (currency: Currency, text: string) => setTexts({ ...texts, [currency]: text })
  return (
    <>
      <Form className="fields" onSend={send}>
        <WeekFields first={first} onFirstDay={setFirstDay} />
        <PasteField onRates={(pasted) => setTexts({ ...texts, ...pasted })} />
        <RateFields texts={texts} firstDay={firstDay} onText={type} />
        <FormError />
        <div className="spread form-bar" data-screen-only>
          <div>
            <p role="status" className="fine-print">
              {filled > 0 && t.customs.filled({ filled, count: currencies().length })}
            </p>
          </div>
          <div className="buttons">
            <SubmitButton busyText={t.customs.saving} kind={filled > 0 ? 'primary' : 'quiet'}>
              {t.customs.save({ count: filled })}
            </SubmitButton>
          </div>
        </div>
      </Form>
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

interface WeekFieldsProps {
  readonly first: CalendarDate
  readonly onFirstDay: (day: string) => void
}

function WeekFields({ first, onFirstDay }: WeekFieldsProps) {
  const [days, setDays] = useState<Readonly<Record<'first_day' | 'last_day', string>>>({
    first_day: first,
    last_day: addDays(first, 6),
  })
  return (
    <div className="pairs">
      {(['first_day', 'last_day'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'first_day' ? t.customs.firstDay : t.customs.lastDay}
          name={name}
          type="date"
          required
          defaultValue={days[name]}
          hint={isCalendarDate(days[name]) ? formatWeekdayAndDay(days[name]) : undefined}
          onChange={({ target }) => {
            setDays({ ...days, [name]: target.value })
            if (name === 'first_day') onFirstDay(target.value)
          }}
        />
      ))}
      <Field
        label={t.customs.gazette}
        name="gazette"
        hint={t.customs.gazetteHint}
        missing={t.customs.enterGazette}
        required
        maxLength={MAX_GAZETTE}
        autoComplete="off"
      />
      <Field
        label={t.customs.document}
        name="document"
        type="url"
        hint={t.customs.documentHint}
        maxLength={MAX_DOCUMENT}
        autoComplete="off"
      />
    </div>
  )
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
