import type { CalendarDate } from '../../domain/calendar-date.ts'
import { quotedUnits, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { publisherName, type RateKind } from '../../domain/series.ts'
import { formatDay, t } from '../../text/sentences.ts'

interface SaidRate {
  readonly currency: Currency
  readonly kind?: RateKind | undefined
  readonly publisher?: string | undefined
  readonly date: CalendarDate
  /** Rupees for as many units as the currency is quoted in, as a response has it. */
  readonly rate: number
}

/** A rate in one line, for titles: `1 USD = 330.9054 LKR, 29 Sep 2026`. */
export const rateSentence = (said: SaidRate): string =>
  `${rateWords(said)}, ${formatDay(said.date)}`

/** The same without its day. */
export function rateWords({ currency, kind, publisher, rate }: Omit<SaidRate, 'date'>): string {
  const named = [publisher && publisherName(publisher), kind && t.kindNames[kind]].filter(Boolean)
  const of = named.length === 0 ? '' : ` (${named.join(', ')})`
  return `${quotedUnits(currency)} = ${formatRate(fromWire(rate))} ${TARGET_CURRENCY}${of}`
}
