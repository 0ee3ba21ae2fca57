import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import type { ImportRow } from '../../contract/imports.ts'
import { addDays, isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import {
  MAX_DOCUMENT,
  MAX_GAZETTE,
  nextCustomsDay,
  readCustomsText,
} from '../../domain/customs-week.ts'
import { keptRate, plainNumber } from '../../domain/imports/cells.ts'
import { formatPerUnit, fromWire, type Rate } from '../../domain/money.ts'
import { inputErrorSentence } from '../../text/input-errors.ts'
import { currencyName, formatDayAndMonth, formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { ApiError, call, errorOf } from '../api.ts'
import { useIdempotencyKey } from '../api.ts'
import { dayQuery } from '../day-query.ts'
import { EarlierImports, importsQuery } from '../imports/earlier-imports.tsx'
import { useToday } from '../page-context.ts'
import { refresh, useResponse } from '../queries.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { Button, useAction } from '../ui/button.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Field, Form, FormError, SubmitButton, useFormState } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { Skeleton } from '../ui/waiting.tsx'
import styles from './entries.module.css'
import { RateQuestion, type RateDoubt } from './rate-questions.tsx'

type Body = Extract<
  InputOf<'POST /api/exchange-rate/import'>['body'],
  { readonly subject: 'customs rates' }
>
type Texts = Readonly<Partial<Record<Currency, string>>>

interface Saved {
  readonly id?: number
  readonly message: string
}

export function CustomsWeekForm() {
  const client = useQueryClient()
  const query = useResponse(importsQuery('customs rates'))
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState<Saved>()
  const undoing = useAction(async (id: number) => {
    const params = { id: String(id) }
    const { message } = await call('POST /api/exchange-rate/import/:id/undo', { params })
    setSaved({ message })
    refresh(client, 'rates', 'entries')
  })
  const today = useToday()
  if (!query.data && query.isFetching) return <Skeleton rows={4} />
  const live = (query.data?.data ?? []).filter(({ undone_at }) => undone_at === null)
  const first = nextCustomsDay(
    live.flatMap(({ last_day }) => last_day ?? []),
    today,
  )
  return (
    <div className="fields">
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
      {undoing.error && <Notice kind="error">{undoing.error.message}</Notice>}
      <WeekForm
        key={`${round} ${first}`}
        first={first}
        onSaved={(done) => {
          setSaved(done)
          setRound(round + 1)
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
  const [lastDay, setLastDay] = useState<string>(addDays(first, 6))
  const [texts, setTexts] = useState<Texts>({})
  const [asked, setAsked] = useState<{ readonly body: Body; readonly rows: readonly ImportRow[] }>()
  const { keyFor, renew } = useIdempotencyKey()
  const save = async (body: Body, reason = '') => {
    const whole = { ...body, ...(reason !== '' && { reason }) }
    const { message, data } = await call(
      'POST /api/exchange-rate/import',
      { body: whole },
      { idempotencyKey: keyFor(whole) },
    )
    renew()
    setAsked(undefined)
    onSaved({ id: data.id, message })
  }
  const send = async (fields: Readonly<Record<string, string>>) => {
    const given = currencies().filter((currency) => texts[currency]?.trim())
    const body: Body = {
      subject: 'customs rates',
      first_day: fields['first_day'] ?? '',
      last_day: fields['last_day'] ?? '',
      gazette: fields['gazette'] ?? '',
      ...(fields['document']?.trim() && { document: fields['document'].trim() }),
      rows: given.map((currency) => ({ currency, rate: Number(readNumber(texts[currency])) })),
    }
    try {
      const { data } = await call('POST /api/exchange-rate/import/preview', { body })
      const doubtful = data.rows.filter(({ state }) => state === 'doubtful')
      if (doubtful.length > 0) setAsked({ body, rows: doubtful })
      else await save(body)
    } catch (thrown) {
      throw withCurrencies(errorOf(thrown), given)
    }
  }
  const filled = currencies().filter((currency) => texts[currency]?.trim()).length
  const type = (currency: Currency, text: string) => setTexts({ ...texts, [currency]: text })
  return (
    <Form className="fields" onSend={send}>
      <PasteField onRates={(pasted) => setTexts({ ...texts, ...pasted })} />
      <RateFields {...{ texts, firstDay }} onText={type} />
      <div className="pairs">
        {(['first_day', 'last_day'] as const).map((name) => {
          const [value, set] =
            name === 'first_day' ? [firstDay, setFirstDay] : [lastDay, setLastDay]
          return (
            <Field
              key={name}
              label={name === 'first_day' ? t.customs.firstDay : t.customs.lastDay}
              name={name}
              type="date"
              required
              defaultValue={value}
              hint={isCalendarDate(value) ? formatWeekdayAndDay(value) : undefined}
              onChange={({ target }) => set(target.value)}
            />
          )
        })}
        <Field
          label={t.customs.gazette}
          name="gazette"
          hint={t.customs.gazetteHint}
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
      <FormError />
      <div className="spread form-bar">
        <p role="status">
          {filled > 0 && t.customs.filled({ filled, count: currencies().length })}
        </p>
        <SubmitButton busyText={t.customs.saving} disabled={filled === 0}>
          {t.customs.save({ count: filled })}
        </SubmitButton>
      </div>
      {asked && (
        <RateQuestion
          doubts={asked.rows.map((row) => ({ name: nameOfRow(row), doubt: doubtOf(row) }))}
          onUse={(at, _meant, text) => {
            const currency = asked.rows[at]?.currency
            if (currency) type(currency, text)
            setAsked(undefined)
            return Promise.resolve()
          }}
          onSave={(reason) => save(asked.body, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Form>
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

function readNumber(text = ''): string {
  const read = plainNumber(text.trim())
  return 'text' in read ? read.text : ''
}

function readTyped(text: string, currency: Currency): Rate | string {
  const read = plainNumber(text.trim(), text.includes(',') && text.includes('.') ? '.' : undefined)
  if ('error' in read) return inputErrorSentence(read.error)
  const rate = keptRate(read.text, 1, unitsOf(currency))
  return typeof rate === 'number' ? rate : inputErrorSentence(rate.error)
}

interface PasteFieldProps {
  readonly onRates: (rates: Texts) => void
}

function PasteField({ onRates }: PasteFieldProps) {
  const [status, setStatus] = useState('')
  return (
    <Disclosure summary={t.customs.paste}>
      <Field
        label={<span className="visually-hidden">{t.customs.paste}</span>}
        name="list"
        hint={t.customs.pasteHint}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            spellCheck={false}
            onInput={({ currentTarget }) => {
              const { rates, others, twice } = readCustomsText(currentTarget.value)
              setStatus(
                rates.size === 0
                  ? t.customs.pastedNone
                  : [
                      t.customs.pasted({ count: rates.size, others: others.join(', ') || null }),
                      twice.length > 0 && t.customs.twice({ currencies: twice.join(', ') }),
                    ]
                      .filter(Boolean)
                      .join(' '),
              )
              onRates(Object.fromEntries(rates))
            }}
          />
        )}
      </Field>
      <p role="status">{status}</p>
    </Disclosure>
  )
}

interface RateFieldsProps {
  readonly texts: Texts
  readonly firstDay: string
  readonly onText: (currency: Currency, text: string) => void
}

function RateFields({ texts, firstDay, onText }: RateFieldsProps) {
  const today = useToday()
  // For a week to come, today's rate is the one before.
  const isNext = !isCalendarDate(firstDay) || firstDay > today
  const { data } = useResponse(dayQuery({ date: isNext ? today : firstDay, kind: 'customs' }))
  const rateBefore = (currency: Currency) => {
    const row = data?.data.rates.find((each) => each.currency === currency)
    return (isNext && (row?.entry ?? row?.published)) || row?.previous
  }
  const { grid } = t.customs
  return (
    <Table
      caption={t.day.tabs.customs}
      stacks
      className={styles['grid']}
      columns={[
        grid.currency,
        { title: grid.rate, numeric: true },
        { title: grid.before, numeric: true },
        { title: grid.change, numeric: true },
      ]}
    >
      {currencies().map((currency) => {
        const before = rateBefore(currency)
        const text = texts[currency] ?? ''
        const rate = text.trim() === '' ? undefined : readTyped(text, currency)
        return (
          <Row key={currency}>
            <Cell heading>
              {currency} <span className="second-line">{currencyName(currency)}</span>
            </Cell>
            <Cell>
              <RateField {...{ currency, text }} onText={(typed) => onText(currency, typed)} />
            </Cell>
            <Cell numeric label={grid.before}>
              {before ? formatPerUnit(fromWire(before.rate), unitsOf(currency)) : '–'}
            </Cell>
            <Cell numeric>
              {before && typeof rate === 'number' ? (
                <RateChangeText change={rate - fromWire(before.rate)} rate={rate} short />
              ) : (
                '–'
              )}
            </Cell>
          </Row>
        )
      })}
    </Table>
  )
}

interface RateFieldProps {
  readonly currency: Currency
  readonly text: string
  readonly onText: (text: string) => void
}

function RateField({ currency, text, onText }: RateFieldProps) {
  const { setError } = useFormState()
  const rate = text.trim() === '' ? undefined : readTyped(text, currency)
  return (
    <Field
      label={<span className="visually-hidden">{t.customs.rate({ currency })}</span>}
      name={currency}
    >
      {(control) => (
        <input
          {...control}
          ref={(input) => input?.setCustomValidity(typeof rate === 'string' ? rate : '')}
          className={`${control.className} ${styles['rate']}`}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setError(currency)
            onText(target.value)
          }}
        />
      )}
    </Field>
  )
}
