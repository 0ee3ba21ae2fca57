import { useEffect, useRef, useState } from 'react'
import { formatAmount } from '../../domain/conversion/conversion.ts'
import { currencies, isCurrency, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { listed } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { navigate } from '../pages.tsx'
import { readFields } from '../ui/form/form.tsx'
import { convert, type Conversion, type ConvertedRate } from './conversion.ts'
import { readTyped, type TypedAmount } from './typed-amount.ts'

/** The page is rendered again for each address, so the address follows after a pause in typing. */
const PAUSE_MS = 100

interface Typing {
  readonly text: string
  readonly inRupees: boolean
}

interface ConversionInput {
  readonly conversion: Conversion
  readonly rate: ConvertedRate | undefined
  readonly addressOf: (conversion: Conversion) => string
  /** The only currency of the page. */
  readonly own?: Currency
}

/**
 * An amount goes into the address as soon as it can be read. A unit in it overrides the currency
 * and the direction.
 */
export function useConversion({ conversion, rate, addressOf, own }: ConversionInput) {
  const [typing, setTyping] = useState<Typing>()
  const [last, setLast] = useState(conversion.typed)
  if (conversion.typed !== last) {
    setLast(conversion.typed)
    if (conversion.typed !== typing?.text.trim()) setTyping(undefined)
  }
  const { text, inRupees } = typing ?? { text: conversion.typed, inRupees: conversion.fromRupees }
  const understand = (typed: string, fromRupees: boolean) => {
    const read = readTyped({ ...conversion, typed, fromRupees })
    const isOther = own !== undefined && read.error === undefined && read.currency !== own
    return { read, converted: read.error === undefined && !isOther ? read : undefined }
  }
  const { read, converted } = understand(text, inRupees)
  const shown: Conversion = { ...conversion, ...converted, typed: text }
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(pending.current)
    pending.current = undefined
  }
  useEffect(() => stop, [])
  const choose = (next: Partial<Conversion>) => {
    stop()
    void navigate(addressOf({ ...shown, ...next }), { replace: true })
  }
  const type = (typed: string, ofRupees: boolean, isPasted: boolean) => {
    const next = understand(typed, ofRupees).converted
    setTyping(next && isPasted ? undefined : { text: typed, inRupees: ofRupees })
    stop()
    if (!next) return
    const { currency, fromRupees } = next
    const take = () => choose({ typed, currency, fromRupees })
    if (isPasted) take()
    else pending.current = setTimeout(take, PAUSE_MS)
  }
  const isOfRate = rate !== undefined && rate.currency === converted?.currency
  return {
    text,
    inRupees,
    shown,
    converted,
    choose,
    type,
    result: isOfRate ? convert(converted, rate) : undefined,
    errors: errorsOf(text, read, own),
    /** Takes what was chosen and typed before hydration. */
    takeTyped: (form: HTMLFormElement | null) => {
      if (!form) return
      const { amount = '', currency } = readFields(form)
      if (isCurrency(currency) && currency !== shown.currency) choose({ typed: amount, currency })
      else if (amount !== text) type(amount, inRupees, false)
    },
    leave: () => {
      if (!converted) return
      if (pending.current !== undefined) choose({})
      setTyping(undefined)
    },
  }
}

function errorsOf(typed: string, read: TypedAmount, own: Currency | undefined): readonly string[] {
  const { errors, otherCurrency, unknownUnit, ambiguous } = t.converter
  if (read.error === undefined)
    return own && read.currency !== own ? [otherCurrency({ named: read.currency, own })] : []
  if (typed.trim() === '') return []
  if (read.error === 'unknown unit') {
    const known = listed([...(own ? [own] : currencies()), TARGET_CURRENCY])
    return [unknownUnit({ named: read.unit, currencies: known })]
  }
  if (read.error !== 'ambiguous') return [errors[read.error]]
  const [larger, smaller] = read.values.map(formatAmount)
  return [ambiguous({ typed: typed.trim(), larger: larger ?? '', smaller: smaller ?? '' })]
}
