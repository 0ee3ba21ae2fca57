import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '../../domain/conversion/conversion.ts'
import type { Currency } from '../../domain/currency.ts'
import { rateQuery, type CurrentRate } from '../rates/rates-queries.ts'
import { sideOfKind } from '../rates/side.ts'
import { navigate } from '../router.tsx'
import { converterText } from '../text/en/converter.ts'
import { readConversion, type Conversion, type ReadConversion } from './conversion-choice.ts'

export interface ConversionInput {
  /** What the address says. */
  readonly conversion: Conversion
  /** The rate of it; undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
  /** When the rate came, in milliseconds since 1970. */
  readonly updatedAt: number
  /** The address of this screen with another conversion. */
  readonly addressOf: (conversion: Conversion) => string
}

/**
 * What is being converted: the typed text goes into the address as soon as it is an amount, with the day of its rate. `own`: the
 * screen is of one currency, and an amount in another is an error.
 */
export function useConversion({ conversion, rate, updatedAt, addressOf }: ConversionInput, own: boolean) {
  const client = useQueryClient()
  const [typed, setTyped] = useTyped(conversion.typed)
  const understood = (text: string) => {
    const read = readConversion({ ...conversion, typed: text })
    const isOther = own && read.error === undefined && read.currency !== conversion.currency
    return { read, converted: read.error === undefined && !isOther ? read : undefined }
  }
  const { read, converted } = understood(typed)
  const shown: Conversion = { ...conversion, ...converted, typed }
  const choose = (next: Partial<Conversion>) => navigate(addressOf({ ...shown, ...next }), { replace: true })
  const type = (text: string) => {
    setTyped(text)
    const next = understood(text).converted
    if (!next) return
    const { currency, fromRupees } = next
    // A rate of another currency is of a day of its own.
    const pinned = rate?.currency === currency ? { date: rate.date } : {}
    if (rate && pinned.date && rate.date !== conversion.date) pinRate(client, rate, updatedAt)
    choose({ typed: text, currency, fromRupees, ...pinned })
  }
  return {
    shown,
    converted,
    errors: errorsOf(typed, read, own ? conversion.currency : undefined),
    type,
    choose,
  }
}

/** The text of the field: the address's, where another one comes from outside. */
function useTyped(given: string) {
  const [typed, setTyped] = useState(given)
  const [last, setLast] = useState(given)
  if (given !== last) {
    setLast(given)
    if (given !== typed.trim()) setTyped(given)
  }
  return [typed, setTyped] as const
}

/** The rate that is there is the response to the address with its day too. */
function pinRate(client: QueryClient, rate: CurrentRate, updatedAt: number): void {
  const { queryKey } = rateQuery({ base: rate.currency, date: rate.date, side: sideOfKind(rate.kind) })
  const pinned = { data: { ...rate, requested_date: rate.date, age_business_days: 0 } }
  client.setQueryData(queryKey, pinned, { updatedAt })
}

/** `own` is the only currency that can be converted; undefined where all can. */
function errorsOf(typed: string, read: ReadConversion, own: Currency | undefined): readonly string[] {
  if (read.error === undefined) {
    const isOther = own !== undefined && read.currency !== own
    return isOther ? [converterText.otherCurrency(read.currency, own)] : []
  }
  if (typed.trim() === '') return []
  if (read.error !== 'ambiguous') return [converterText.errors[read.error]]
  const [larger, smaller] = read.values
  return [converterText.ambiguous(typed.trim(), formatAmount(larger), formatAmount(smaller))]
}
