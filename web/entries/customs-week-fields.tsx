import { useState } from 'react'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import { readCustomsText } from '../../domain/customs-week.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { readRateText } from '../../domain/typed-number.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { dayQuery } from '../rates/rates.ts'
import { useToday } from '../page-context.ts'
import { useResponse } from '../queries.ts'
import { RateChangeText } from '../rates/rate-change-text.tsx'
import { Disclosure } from '../ui/card.tsx'
import { Field } from '../ui/form/form.tsx'
import { RateField, rateTextError } from '../ui/form/rate-field.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import styles from './entries.module.css'

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

interface RateFieldsProps {
  readonly texts: RateTexts
  readonly firstDay: string
  readonly onText: (currency: Currency, text: string) => void
}

export function RateFields({ texts, firstDay, onText }: RateFieldsProps) {
  const today = useToday()
  // For a coming week, today's rate is the one before.
  const isNext = !isCalendarDate(firstDay) || firstDay > today
  const { data } = useResponse(dayQuery({ date: isNext ? today : firstDay, kind: 'customs' }))
  const rateBefore = (currency: Currency) => {
    const row = data?.data.rates.find((each) => each.currency === currency)
    return (isNext && (row?.entry ?? row?.published)) || row?.previous
  }
  const { grid } = t.customs
  const hasBefore = currencies().some(rateBefore)
  const isNoneFilled = !currencies().some((currency) => texts[currency]?.trim())
  return (
    <Table
      caption={t.day.tabs.customs}
      stacks
      className={`even-columns ${styles['grid']}`}
      columns={[
        grid.currency,
        { title: grid.rate, numeric: true },
        ...(hasBefore ? [{ title: grid.before, numeric: true }] : []),
      ]}
    >
      {currencies().map((currency) => {
        const before = rateBefore(currency)
        const text = texts[currency] ?? ''
        const read = readRateText(text, unitsOf(currency))
        return (
          <Row key={currency}>
            <Cell heading>
              {currency} <span className="second-line">{currencyName(currency)}</span>
            </Cell>
            <Cell>
              <RateField
                label={<span className="visually-hidden">{t.customs.rate({ currency })}</span>}
                name={currency}
                className={styles['rate']}
                required={isNoneFilled}
                missing={t.day.nothing}
                errorOf={(typed) => rateTextError(typed, unitsOf(currency))}
                value={text}
                onChange={({ target }) => onText(currency, target.value)}
              />
            </Cell>
            {before && (
              <Cell numeric label={grid.before} className={styles['before']}>
                {formatPerUnit(fromWire(before.rate), unitsOf(currency))}{' '}
                {read.error === undefined && (
                  <RateChangeText
                    change={read.rate - fromWire(before.rate)}
                    rate={read.rate}
                    short
                  />
                )}
              </Cell>
            )}
          </Row>
        )
      })}
    </Table>
  )
}
