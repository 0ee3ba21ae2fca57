import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { ManualRate } from '../../contract/entries.ts'
import type { RateChange } from '../../contract/entry-changes.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, isCurrency, unitsFields, type Currency } from '../../domain/currency.ts'
import { unitsName } from '../../text/names.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { useIdempotencyKey } from '../idempotency-key.ts'
import { dayQuery } from '../rates/rates.ts'
import { useToday } from '../page-context.ts'
import { refresh, useResponse } from '../queries.ts'
import type { useDraft } from '../ui/form/draft.ts'
import { Field, readFields, Select, useFormState } from '../ui/form/form.tsx'
import { Form, FormError, SubmitButton } from '../ui/form/send-form.tsx'
import { entryName, entryRate } from './rate-changes.ts'
import { checkRate, type RateBody, type RateDoubt } from './rate-doubts.ts'
import { RateQuestion } from './rate-questions.tsx'
import { SavedNotice, type SavedRates } from './saved-rates.tsx'

type Texts = Readonly<Record<string, string>>

interface AddRateProps {
  readonly draft: ReturnType<typeof useDraft<Texts>>
  readonly label?: string
  readonly button: string
  readonly busyText: string
  readonly saved: SavedRates
  readonly onSaved?: (entry: ManualRate) => void
  readonly children: ReactNode
}

export function AddRate(props: AddRateProps) {
  const { draft, label, button, busyText, saved, children } = props
  const { form, question, typed, keep, send, save, goBack } = useAddRate(props)
  return (
    <>
      <Form
        ref={form}
        aria-label={label}
        values={draft.value ?? {}}
        onSend={send}
        onInput={({ currentTarget }) => keep(readFields(currentTarget))}
      >
        <div className="pairs">
          {children}
          <SubmitButton busyText={busyText}>{button}</SubmitButton>
        </div>
        {/* In their grid, a row across it would keep its empty columns. */}
        <div className="outcome">
          <ReplacedRate fields={typed} />
          <FormError>
            {(error) =>
              error.mayPass ? t.day.notSaved({ message: error.message, count: 1 }) : error.message
            }
          </FormError>
        </div>
      </Form>
      <div className="outcome">
        <SavedNotice saved={saved} />
      </div>
      {question && (
        <RateQuestion
          doubts={[{ name: bodyName(question.body), doubt: question.doubt }]}
          onUse={(_, rate) => save({ ...question.body, rate }, question.old)}
          onSave={(reason) =>
            save({ ...question.body, ...(reason !== '' && { reason }) }, question.old)
          }
          onClose={goBack}
        />
      )}
    </>
  )
}

function useAddRate({ draft, saved, onSaved }: AddRateProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Texts>(draft.value ?? {})
  const [question, setQuestion] = useState<{ body: RateBody; doubt: RateDoubt; old: Replaced }>()
  const { keyFor, renew } = useIdempotencyKey()
  const keep = (fields: Texts) => {
    setTyped(fields)
    // A day without a rate would be taken for today's tomorrow.
    if (fields['rate']) draft.keep(fields)
    else draft.forget()
  }
  const send = async (fields: Texts) => {
    saved.forget()
    const body = readBody(fields)
    const checked = await checkRate(body)
    const [doubt] = checked?.warnings ?? []
    if (doubt) setQuestion({ body, doubt, old: checked?.replaces })
    else await save(body, checked?.replaces)
  }
  const save = async (body: RateBody, old: Replaced) => {
    const { message, data } = await call(
      'POST /api/exchange-rate/manual',
      { body },
      { idempotencyKey: keyFor(body) },
    )
    renew()
    setQuestion(undefined)
    const field = rateField(form.current)
    // Another rate was typed while this one was being saved.
    if (field && [body.rate, question?.body.rate].includes(Number(field.value))) {
      field.value = ''
      field.focus()
      keep({})
    }
    saved.show(message, changesMade(data, old))
    onSaved?.(data)
    refresh(client, 'rates', 'entries')
  }
  const goBack = () => {
    setQuestion(undefined)
    requestAnimationFrame(() => rateField(form.current)?.select())
  }
  return { form, question, typed, keep, send, save, goBack }
}

/** The rate that an entry replaces; null for none, undefined if it is not known. */
type Replaced = number | null | undefined

function readBody(fields: Texts): RateBody {
  const currency = fields['base_currency'] ?? fields['currency']
  const units = isCurrency(currency) ? unitsFields(currency) : {}
  return { ...fields, rate: Number(fields['rate']), ...units } as RateBody
}

const bodyName = ({ date, rate, base_currency, currency }: RateBody) =>
  t.entry.added({
    what: entryName({ date, base_currency: base_currency ?? currency } as ManualRate),
    rate: entryRate({ rate }),
  })

const rateField = (form: HTMLFormElement | null) =>
  form?.elements.namedItem('rate') as HTMLInputElement | null | undefined

function changesMade(after: ManualRate, old: Replaced): RateChange[] {
  if (typeof old === 'number') return [{ before: { ...after, rate: old }, after }]
  return old === null && after.created_at === after.updated_at ? [{ before: null, after }] : []
}

function ReplacedRate({ fields }: { readonly fields: Texts }) {
  const today = useToday()
  const { date, base_currency: base, currency = base, rate } = fields
  const isPossible = rate && isCalendarDate(date) && date <= today && isCurrency(currency)
  return isPossible && <ReplacedEntry date={date} currency={currency} />
}

type ReplacedEntryProps = Pick<Parameters<typeof dayQuery>[0], 'date'> & {
  readonly currency: Currency
}

function ReplacedEntry({ date, currency }: ReplacedEntryProps) {
  const { data } = useResponse(dayQuery({ date }))
  const entry = data?.data.rates.find((row) => row.currency === currency)?.entry
  return (
    entry && (
      <p role="status" className="fine-print">
        {t.entry.replaces({ day: date, rate: entryRate(entry), user: entry.updated_by })}
      </p>
    )
  )
}

interface CurrencyFieldProps {
  readonly name: 'base_currency' | 'currency'
  readonly label: string
  readonly value?: Currency
  readonly onValue?: (currency: Currency) => void
}

export function CurrencyField({ name, label, value, onValue }: CurrencyFieldProps) {
  return (
    <Select
      label={label}
      name={name}
      values={currencies()}
      textOf={unitsName}
      {...(value && { value })}
      {...(onValue && { onValue })}
    />
  )
}

interface DateFieldProps {
  readonly min?: string
  readonly onDay?: (day: string) => void
  readonly 'aria-describedby'?: string
}

export function DateField({ min = '1950-01-01', onDay, ...about }: DateFieldProps) {
  const today = useToday()
  const input = useRef<HTMLInputElement>(null)
  const kept = useFormState().values['date']
  const [chosen, setChosen] = useState(kept)
  const [day, setDay] = useState(kept ?? today)
  // A new day begins while the form is open: a typed rate stays with its day.
  const showDay = useEffectEvent((newest: CalendarDate) => {
    if (chosen !== undefined || !input.current || rateField(input.current.form)?.value) return
    input.current.value = newest
    setDay(newest)
  })
  useEffect(() => showDay(today), [today])
  const weekday = isCalendarDate(day) && formatWeekdayAndDay(day)
  return (
    <Field
      ref={input}
      label={t.entry.date}
      name="date"
      type="date"
      required
      min={min}
      max={today}
      defaultValue={day}
      hint={weekday || '\u00a0'}
      {...about}
      missing={t.entry.enterDate}
      onInput={({ currentTarget }) => {
        setChosen(currentTarget.value)
        setDay(currentTarget.value)
        onDay?.(currentTarget.value)
      }}
    />
  )
}
