import { useState } from 'react'
import { unitsOf, type Currency } from '../../domain/currency.ts'
import { MAX_DOCUMENT, MAX_GAZETTE } from '../../domain/customs-week.ts'
import { readCustomsList } from '../../domain/imports/customs-list.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { formatDayAndMonth, formatShortDay, t } from '../../text/sentences.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Field, useFormState } from '../ui/form/form.tsx'
import { rateTextError } from '../ui/form/rate-field.tsx'
import { ListError } from '../ui/list.tsx'
import styles from './entries.module.css'
import { hasGauge, MoveGauge, readScale } from './move-gauge.tsx'
import { BeforeDay, RateLine, RateTable } from './rate-line.tsx'
import { EmptiedRate, SavedState, TypedState } from './row-state.tsx'
import { isTypedDay, type CustomsRow, type RateTexts, type StoredWeek } from './stored-week.ts'

/** A typed text may be no day. */
export interface TypedWeek {
  readonly first: string
  /** Undefined: as stored, or a week later. */
  readonly last?: string
}

export interface TypedSource {
  readonly gazette?: string
  readonly document?: string
}

interface WeekFieldsProps {
  readonly week: Required<TypedWeek>
  readonly onWeek: (week: TypedWeek) => void
  readonly source: Required<TypedSource>
  readonly onSource: (typed: TypedSource) => void
}

export function WeekFields({ week, onWeek, source, onSource }: WeekFieldsProps) {
  return (
    <div className="pairs">
      <Field
        label={t.customs.firstDay}
        name="first_day"
        type="date"
        required
        value={week.first}
        onChange={({ target: { value } }) =>
          onWeek(isTypedDay(value) ? { first: value } : { first: value, last: week.last })
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
        value={source.gazette}
        onChange={({ target }) => onSource({ gazette: target.value })}
      />
      <Field
        label={t.customs.document}
        name="document"
        type="url"
        hint={t.customs.documentHint}
        maxLength={MAX_DOCUMENT}
        autoComplete="off"
        value={source.document}
        onChange={({ target }) => onSource({ document: target.value })}
      />
    </div>
  )
}

/** More are counted. */
const MAX_NAMED_LINES = 3

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
              const { rates, others, twice, unread } = readCustomsList(currentTarget.value)
              const lines = unread.slice(0, MAX_NAMED_LINES)
              const sentences = [
                rates.size === 0
                  ? t.customs.pastedNone
                  : t.customs.pasted({ count: rates.size, others: others.join(', ') || null }),
                twice.length > 0 ? t.customs.twice({ currencies: twice.join(', ') }) : '',
                lines.length > 0
                  ? t.customs.unread({
                      lines: lines
                        .map((line) => t.customs.line({ line: line.slice(0, 60) }))
                        .join(', '),
                      more: unread.length - lines.length,
                    })
                  : '',
              ]
              setStatus(sentences.filter(Boolean).join(' '))
              onRates(Object.fromEntries([...twice.map((code) => [code, ''] as const), ...rates]))
            }}
          />
        )}
      </Field>
      <p role="status">{status}</p>
    </Disclosure>
  )
}

interface RateFieldsProps {
  readonly query: StoredWeek['query']
  readonly rows: readonly CustomsRow[]
  readonly onText: (currency: Currency, text: string | undefined) => void
}

export function RateFields({ query, rows, onText }: RateFieldsProps) {
  const days = new Set(rows.flatMap(({ day }) => day?.previous?.date ?? []))
  const [day] = days
  const hasGauges = rows.some(hasGauge)
  const scale = readScale(rows)
  const isNoneFilled = rows.every(({ text }) => text.trim() === '')
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
            next={rows[at + 1]?.currency}
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
  readonly onText: (text: string | undefined) => void
}

function CustomsRate(props: CustomsRateProps) {
  const { row, scale, next, mustFill, isDayInHead, onText } = props
  const { currency, text, rate, entry, isChanged } = row
  const before = row.day?.previous
  const { errors, setError } = useFormState()
  const units = unitsOf(currency)
  const known = rate === undefined ? undefined : fromWire(rate)
  const [wrong] = errors[currency] ?? []
  const errorOf = (typed: string) =>
    rateTextError(typed, units) ?? (entry && typed.trim() === '' ? t.day.emptied : undefined)
  return (
    <RateLine
      series={seriesOf(currency, 'customs')}
      code={currency}
      input={{
        name: currency,
        value: text,
        'aria-invalid': wrong !== undefined || undefined,
        errorOf: (typed) => errorOf(typed) ?? (mustFill ? t.day.nothing : undefined),
        onInput: () => setError(currency),
        onChange: ({ currentTarget }) => onText(currentTarget.value),
        onBlur: ({ currentTarget }) => {
          const error = errorOf(currentTarget.value)
          if (error !== undefined) setError(currency, error)
        },
      }}
      isTyped={isChanged || wrong !== undefined}
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
      question={
        wrong === t.day.emptied && entry ? (
          <EmptiedRate
            entry={entry}
            onKeep={() => {
              setError(currency)
              onText(undefined)
            }}
          />
        ) : (
          wrong !== undefined && <p className="errors">{wrong}</p>
        )
      }
      state={wrong === undefined && <CustomsState row={row} next={next} />}
    />
  )
}

type CustomsStateProps = Pick<CustomsRateProps, 'row' | 'next'>

function CustomsState({ row: { isChanged, entry, currency }, next }: CustomsStateProps) {
  if (!isChanged) return entry && <SavedState entry={entry} />
  return entry ? (
    t.day.replaces({ rate: formatPerUnit(fromWire(entry.rate), unitsOf(currency)) })
  ) : (
    <TypedState next={next} />
  )
}
