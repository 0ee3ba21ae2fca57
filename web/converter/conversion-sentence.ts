import { formatAmount, resultText } from '../../domain/conversion/conversion.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { fromWire } from '../../domain/money.ts'
import { formatDay } from '../../text/sentences.ts'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { readConversion, type Conversion, type ReadConversion } from './conversion-choice.ts'

/** A conversion that was understood. */
export type Converted = Extract<ReadConversion, { error?: never }>

/**
 * The amount and what it is worth, each with its unit: `12,500.00 USD`, `4,136,317.50 LKR`;
 * `figure` is the result without.
 */
export function sidesOf({ amount, currency, fromRupees }: Converted, rate: CurrentRate) {
  const [from, to] = fromRupees ? [TARGET_CURRENCY, currency] : [currency, TARGET_CURRENCY]
  const figure = resultText(amount, fromWire(rate.rate), fromRupees, unitsOf(currency))
  return { given: `${formatAmount(amount)} ${from}`, figure, result: `${figure} ${to}` }
}

/**
 * A conversion in one line, for titles: `12,500.00 USD = 4,136,317.50 LKR, 29 Sep 2026`; undefined
 * while it is not known.
 */
export function conversionSentence(
  conversion: Conversion,
  rate: CurrentRate | undefined,
): string | undefined {
  const read = readConversion(conversion)
  if (read.error !== undefined || rate?.currency !== read.currency) return undefined
  const { given, result } = sidesOf(read, rate)
  return `${given} = ${result}, ${formatDay(rate.date)}`
}
