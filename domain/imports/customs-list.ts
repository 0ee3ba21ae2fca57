import { isCurrency, TARGET_CURRENCY, type Currency } from '../currency.ts'
import { currencyNamed, readCode } from './words.ts'

interface PastedWeek {
  readonly rates: ReadonlyMap<Currency, string>
  /** Codes of currencies that are not on the installation's list. */
  readonly others: readonly string[]
  /** None of their rates is in `rates`. */
  readonly twice: readonly Currency[]
  /** Lines with a figure or a currency that do not say clearly which is which. */
  readonly unread: readonly string[]
}

/** Not a part of a day such as 16.11.2026, nor of a decimal comma. */
const FIGURE = /((?<![\p{L}\d]|\d[.,/-])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\d]|[.,/-]\d))/u
/** A currency behind it; 100 and 1000 would be amounts. */
const LINE_NUMBER = /^\d{1,2}$/

/** Reads lines of currencies by code or name, each with its rate, in one or several columns. */
export function readCustomsList(text: string): PastedWeek {
  const rates = new Map<Currency, string>()
  const others = new Set<string>()
  const twice = new Set<Currency>()
  const unread: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const pairs = readPairs(line.split(FIGURE))
    if (!pairs) unread.push(line.trim())
    for (const { code, rate } of pairs ?? []) {
      if (!isCurrency(code)) others.add(code)
      else if (toNumber(rates.get(code) ?? rate) !== toNumber(rate)) twice.add(code)
      else rates.set(code, rate)
    }
  }
  for (const code of twice) rates.delete(code)
  return { rates, others: [...others], twice: [...twice], unread }
}

const toNumber = (rate: string) => Number(rate.replaceAll(',', ''))

interface Pair {
  readonly code: string
  readonly rate: string
}

/** Reads texts and figures in turn. Returns undefined if a figure has no currency of its own. */
function readPairs(parts: readonly string[]): readonly Pair[] | undefined {
  const pairs: Pair[] = []
  for (const [at, part] of parts.entries()) {
    const isFigure = at % 2 === 1
    const code = codeNamed(isFigure ? (parts[at - 1] ?? '') : part)
    const isLast = at === parts.length - 1
    if (isFigure && code) pairs.push({ code, rate: part })
    else if (isFigure && !(LINE_NUMBER.test(part) && codeNamed(parts[at + 1] ?? '')))
      return undefined
    else if (isLast && code && pairs.at(-1)?.code !== code) return undefined
  }
  return pairs
}

/** Returns an empty text for none, or if several are named. */
function codeNamed(text: string): string {
  const codes = new Set(
    (text.match(/\b[A-Z]{3}\b/g) ?? []).filter(
      (each) => each !== TARGET_CURRENCY && readCode(each),
    ),
  )
  const [code] = codes
  if (code) return codes.size === 1 ? code : ''
  const named = currencyNamed(text)
  return named === undefined || named === 'none' ? '' : named
}
