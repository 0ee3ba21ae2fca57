import { useState } from 'react'
import { addDays, isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import { MAX_DOCUMENT, MAX_GAZETTE, readCustomsText } from '../../domain/customs-week.ts'
import { formatPerUnit, fromWire, toWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { readRateText } from '../../domain/typed-number.ts'
import { formatDayAndMonth, formatShortDay, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { dayQuery } from '../rates/rates.ts'
import { Disclosure } from '../ui/card.tsx'
import { Field, useFormState } from '../ui/form/form.tsx'
import { rateTextError } from '../ui/form/rate-field.tsx'
import { ListError } from '../ui/list.tsx'
import styles from './entries.module.css'
import { hasGauge, MoveGauge, readScale, type GaugedRow } from './move-gauge.tsx'
import { BeforeDay, RateLine, RateTable } from './rate-line.tsx'
import { TypedState } from './row-state.tsx'

/** As typed, which may be no day. */
export interface TypedWeek {
  readonly first: string
  readonly last: string
}

/** False for a year that is still being typed: 0002 for 2026. */
export const isTypedDay = (text: string): text is CalendarDate =>
  isCalendarDate(text) && text >= '1950'

interface WeekFieldsProps {
  readonly week: TypedWeek
  readonly onWeek: (week: TypedWeek) => void
}

export function WeekFields({ week, onWeek }: WeekFieldsProps) {
  return (
    <div className="pairs">
      <Field
        label={t.customs.firstDay}
        name="first_day"
        type="date"
        required
        value={week.first}
        onChange={({ target: { value } }) =>
          onWeek({
            first: value,
            last: isTypedDay(value) ? addDays(value, 6) : week.last,
          })
        }
      />
      <Field
        label={t.customs.lastDay}
        name="last_day"
        type="date"
        required
        value={week.last}
        onChange={({ target }) => onWeek({ first: week.first, last: target.value })}
      />
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

export type RateTexts = Readonly<Partial<Record<Currency, string>>>

interface PasteFieldProps {
  readonly onRates: (rates: RateTexts) => void
}

export function PasteField({ onRates }: PasteFieldProps) {
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
              const sentences = [
                rates.size === 0
                  ? t.customs.pastedNone
                  : t.customs.pasted({ count: rates.size, others: others.join(', ') || null }),
                twice.length > 0 ? t.customs.twice({ currencies: twice.join(', ') }) : '',
              ]
              setStatus(sentences.join(' ').trim())
              onRates(Object.fromEntries(rates))
            }}
          />
        )}
      </Field>
      <p role="status">{status}</p>
    </Disclosure>
  )
}

interface CustomsRow extends GaugedRow {
  readonly currency: Currency
  readonly text: string
}

interface RateFieldsProps {
  readonly texts: RateTexts
  readonly firstDay: string
  readonly onText: (currency: Currency, text: string) => void
}

export function RateFields({ texts, firstDay, onText }: RateFieldsProps) {
  const today = useToday()
  // For a coming week, today's rate is the one before.
  const isNext = !isTypedDay(firstDay) || firstDay > today
  const query = useResponse(dayQuery({ date: isNext ? today : firstDay, kind: 'customs' }))
  const rows = currencies().map((currency): CustomsRow => {
    const text = texts[currency] ?? ''
    const read = readRateText(text, unitsOf(currency))
    const rate = read.error === undefined ? toWire(read.rate) : undefined
    const day = query.data?.data.rates.find((each) => each.currency === currency)
    const { entry = null, published = null, previous = null, usual_move = null } = day ?? {}
    const newest =
      isNext && (entry ? { date: today, rate: entry.rate, source: 'manual' as const } : published)
    return { currency, text, rate, doubts: [], day: { previous: newest || previous, usual_move } }
  })
  const days = new Set(rows.flatMap(({ day }) => day?.previous?.date ?? []))
  const [day] = days
  const hasGauges = rows.some(hasGauge)
  const scale = readScale(rows)
  const isNoneFilled = !currencies().some((currency) => texts[currency]?.trim())
  return (
    <div>
      <ListError query={query} />
      <RateTable
        caption={t.day.tabs.customs}
        className={hasGauges ? undefined : styles['week']}
        move={hasGauges ? t.customs.move : undefined}
        before={day && (days.size === 1 ? formatShortDay(day) : t.day.columns.before)}
      >
        {rows.map((row, at) => (
          <CustomsRate
            key={row.currency}
            row={row}
            scale={scale}
            next={currencies()[at + 1]}
            mustFill={isNoneFilled && at === 0}
            isDayInHead={days.size === 1}
            onText={(text) => onText(row.currency, text)}
          />
        ))}
      </RateTable>
    </div>
  )
}

interface CustomsRateProps {
  readonly row: CustomsRow
  readonly scale: number
  readonly next: Currency | undefined
  readonly mustFill: boolean
  readonly isDayInHead: boolean
  readonly onText: (text: string) => void
}

function CustomsRate(props: CustomsRateProps) {
  const { row, scale, next, mustFill, isDayInHead, onText } = props
  const { currency, text, rate } = row
  const before = row.day?.previous
  const { errors, setError } = useFormState()
  const units = unitsOf(currency)
  const known = rate === undefined ? undefined : fromWire(rate)
  const [wrong] = errors[currency] ?? []
  return (
    <RateLine
      series={seriesOf(currency, 'customs')}
      code={currency}
      input={{
        name: currency,
        value: text,
        'aria-invalid': wrong !== undefined || undefined,
        errorOf: (typed) => rateTextError(typed, units) ?? (mustFill ? t.day.nothing : undefined),
        onInput: () => setError(currency),
        onChange: ({ currentTarget }) => onText(currentTarget.value),
        onBlur: ({ currentTarget }) => {
          const error = rateTextError(currentTarget.value, units)
          if (error !== undefined) setError(currency, error)
        },
      }}
      isTyped={text !== '' || wrong !== undefined}
      before={
        before && (
          <>
            <BeforeDay isInHead={isDayInHead}>{formatDayAndMonth(before.date)}</BeforeDay>{' '}
            {formatPerUnit(fromWire(before.rate), units)}
          </>
        )
      }
      gauge={<MoveGauge row={row} scale={scale} />}
      change={
        before &&
        known !== undefined && (
          <RateChangeText change={known - fromWire(before.rate)} rate={known} short />
        )
      }
      question={wrong !== undefined && <p className="errors">{wrong}</p>}
      state={text !== '' && wrong === undefined && <TypedState next={next} />}
    />
  )
}
