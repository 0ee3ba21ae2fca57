import { navigate } from '../pages.tsx'
import { useEffect, useRef, useState } from 'react'
import { formatAmount } from '../../domain/conversion/conversion.ts'
import { currencies, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { listed } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import type { CurrentRate } from '../rates/rates-queries.ts'
import { readConversion, type Conversion, type ReadConversion } from './conversion-choice.ts'
import { sidesOf } from './conversion-sentence.ts'

export interface ConversionInput {
  /** What the address says. */
  readonly conversion: Conversion
  /** The rate of it; undefined while it is on its way. */
  readonly rate: CurrentRate | undefined
  /** The source that the screen names beside it. */
  readonly named: RateSource | null | undefined
  /** The address of this screen with another conversion. */
  readonly addressOf: (conversion: Conversion) => string
}

/** The address decides the whole screen, which is drawn anew once a key has been answered. */
const PAUSE_MS = 100

/** A text in the field of the currency or of rupees, until it is left and stands in the address. */
interface Typing {
  readonly text: string
  readonly inRupees: boolean
}

/**
 * What is being converted: the typed text goes into the address as soon as it is an amount. It may
 * name its currency; it moves into the field of that once it is left. `own`: the screen is of one
 * currency, and an amount in another is an error.
 */
export function useConversion({ conversion, rate, addressOf }: ConversionInput, own: boolean) {
  const [typing, setTyping] = useTyping(conversion.typed)
  const { text, inRupees } = typing ?? { text: conversion.typed, inRupees: conversion.fromRupees }
  const understood = (typed: string, fromRupees: boolean) => {
    const read = readConversion({ ...conversion, typed, fromRupees })
    const isOther = own && read.error === undefined && read.currency !== conversion.currency
    return { read, converted: read.error === undefined && !isOther ? read : undefined }
  }
  const { read, converted } = understood(text, inRupees)
  const shown: Conversion = { ...conversion, ...converted, typed: text }
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(pending.current)
    pending.current = undefined
  }
  useEffect(() => stop, [])
  const choose = (next: Partial<Conversion>) => {
    stop()
    navigate(addressOf({ ...shown, ...next }), { replace: true })
  }
  const sides =
    converted && rate?.currency === converted.currency ? sidesOf(converted, rate) : undefined
  const isElsewhere = converted !== undefined && converted.fromRupees !== inRupees
  const errors = errorsOf(text, read, own ? conversion.currency : undefined)
  return {
    shown,
    sides,
    /** Whether there is something to convert, although its rate may be on its way. */
    isUnderstood: converted !== undefined,
    choose,
    /** What the field of the currency, or of rupees, shows. */
    field: (ofRupees: boolean) => {
      if (ofRupees === inRupees)
        return { value: text, errors, hint: isElsewhere && sides ? t.converter.equals(sides) : '' }
      const value = isElsewhere ? formatAmount(converted.amount) : (sides?.figure ?? '')
      return { value, errors: [], hint: '' }
    },
    /** The field that is the given one; the other is computed. */
    inRupees,
    /** A pasted text is complete, and moves at once. */
    type: (typed: string, ofRupees: boolean, isPasted: boolean) => {
      const next = understood(typed, ofRupees).converted
      setTyping(next && isPasted ? undefined : { text: typed, inRupees: ofRupees })
      stop()
      if (!next) return
      const { currency, fromRupees } = next
      const take = () => choose({ typed, currency, fromRupees })
      if (isPasted) take()
      else pending.current = setTimeout(take, PAUSE_MS)
    },
    leave: () => {
      if (!converted) return
      if (pending.current !== undefined) choose({})
      setTyping(undefined)
    },
  }
}

/** What is being typed; the address's, where another one comes from outside. */
function useTyping(given: string) {
  const [typing, setTyping] = useState<Typing>()
  const [last, setLast] = useState(given)
  if (given !== last) {
    setLast(given)
    if (given !== typing?.text.trim()) setTyping(undefined)
  }
  return [typing, setTyping] as const
}

/** `own` is the only currency that can be converted; undefined where all can. */
function errorsOf(
  typed: string,
  read: ReadConversion,
  own: Currency | undefined,
): readonly string[] {
  if (read.error === undefined) {
    const isOther = own !== undefined && read.currency !== own
    return isOther ? [t.converter.otherCurrency({ named: read.currency, own })] : []
  }
  if (typed.trim() === '') return []
  if (read.error === 'unknown unit') {
    const known = listed([...(own ? [own] : currencies()), TARGET_CURRENCY])
    return [t.converter.unknownUnit({ named: read.named, currencies: known })]
  }
  if (read.error !== 'ambiguous') return [t.converter.errors[read.error]]
  const [larger, smaller] = read.values
  return [
    t.converter.ambiguous({
      typed: typed.trim(),
      larger: formatAmount(larger),
      smaller: formatAmount(smaller),
    }),
  ]
}
