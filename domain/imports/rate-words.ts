import { currencyWords, type CurrencyWords } from '../currency-words.ts'
import { currencies, type Currency } from '../currency.ts'
import {
  CODES,
  CUSTOMERS,
  FIGURES,
  KINDS,
  NEUTRAL,
  OTHER_NAMES,
  OUR_NAMES,
  RUPEES,
  SIDES,
  TITLE_FIGURES,
  TRANSFER,
  type OtherFigure,
  words,
} from './rate-lexicon.ts'

/**
 * What the words over or beside a figure say of it. It is a rupee rate only where nothing speaks
 * against it; `otherFigure` says what it is instead.
 */
export interface RateWords {
  /** The one of our currencies that is named; null where none or several are. */
  readonly currency: Currency | null
  /** How many foreign currencies are named, ours and others. */
  readonly foreign: number
  /** A currency that is named where none of ours is; null otherwise. */
  readonly other: string | null
  /** Whether two foreign currencies are a pair, such as EUR/USD. */
  readonly isPair: boolean
  /** What the bank does. */
  readonly side: 'buying' | 'selling' | null
  readonly hasBothSides: boolean
  readonly isTransfer: boolean
  readonly kind: 'customs' | 'indicative' | null
  readonly otherFigure: OtherFigure | null
}

const PAIR = /[a-z]{3} ?[/-] ?[a-z]{3}|(?<![a-z])[a-z]{6}(?![a-z])/gi
/** Between words; a footnote's mark is none of these. */
const BETWEEN = /[\s()[\]/\\.,:;|"'&_=–—-]+/g

/** What words say: those of a heading or of several stacked ones, or of a cell. */
export function wordsOf(text: string): RateWords {
  const words = saidBy(text)
  const figure = words.foreign > 1 ? 'pair' : figureIn(FIGURES, text)
  // Nobody knows whether the customer or the bank buys then.
  return words.side !== null && CUSTOMERS.test(text)
    ? { ...words, side: null, otherFigure: figure ?? 'trade' }
    : { ...words, otherFigure: figure }
}

/** What says that another table has the rates that are named. */
const ELSEWHERE = words(
  'see|refer|separate(?:ly)?|elsewhere|other (?:sheet|page)|next (?:sheet|page)',
  'on request',
)

export function wordsOfTitle(title: string): RateWords {
  // A note of somebody is no currency note.
  const text = title.replace(
    /(?<!(?:currency|foreign|bank|dollar) )(?:note|notes(?= ?:))(?![a-z])/gi,
    ' ',
  )
  const words = saidBy(text)
  const isElsewhere = ELSEWHERE.test(text) && (words.kind !== null || words.isTransfer)
  const figure = words.isPair ? 'pair' : isElsewhere ? 'other' : figureIn(TITLE_FIGURES, text)
  // An average of banks is what the indicative rate is.
  const otherFigure = figure === 'statistic' && words.kind === 'indicative' ? null : figure
  if (!words.isTransfer || (otherFigure !== 'notes' && otherFigure !== 'cheque'))
    return { ...words, otherFigure }
  // Rates of transfers and of notes: which of them is which, the headings have to say.
  return { ...words, isTransfer: false, otherFigure: null }
}

function figureIn(figures: typeof FIGURES, text: string): OtherFigure | null {
  return figures.find(([word]) => word.test(text))?.[1] ?? null
}

function saidBy(text: string): Omit<RateWords, 'otherFigure'> {
  const codes = foreignIn(text)
  const ours = currencies().filter((each) => codes.has(each))
  const foreign = codes.size
  const sides = SIDES.filter(([word]) => isIn(word, text)).map(([, each]) => each)
  const kinds = KINDS.filter(([word]) => isIn(word, text)).map(([, each]) => each)
  return {
    currency: foreign === 1 ? (ours[0] ?? null) : null,
    foreign,
    other: ours.length === 0 ? ([...codes][0] ?? null) : null,
    isPair: [...text.matchAll(PAIR)].some(([pair]) => foreignIn(pair).size > 1),
    side: sides.length === 1 ? (sides[0] ?? null) : null,
    hasBothSides: sides.length > 1,
    isTransfer: isIn(TRANSFER, text),
    kind: kinds.length === 1 ? (kinds[0] ?? null) : null,
  }
}

const isIn = (pattern: RegExp, text: string) => text.search(pattern) >= 0

const KNOWN = [
  ...OUR_NAMES.map(([name]) => name),
  OTHER_NAMES,
  RUPEES,
  TRANSFER,
  ...SIDES.map(([word]) => word),
  ...KINDS.map(([word]) => word),
  NEUTRAL,
]

/** Whether every word of a text is known: what is not may make another figure of a rate. */
export function isUnderstood(text: string): boolean {
  const known = [...ownNames(currencyWords()).map(([name]) => name), ...KNOWN]
  const rest = known.reduce((left, each) => left.replace(each, ' '), text)
  return rest.split(BETWEEN).every((word) => word === '' || codesOf(word).length > 0)
}

/** The one of our currencies that a cell names and no more, as `USD`, `US Dollars` or `£`. */
export function currencyNamed(text: string): Currency | null {
  const named = foreignIn(text.length === 3 ? text.toUpperCase() : text)
  const [only] = named.size === 1 ? currencies().filter((each) => named.has(each)) : []
  return only !== undefined && isUnderstood(text) ? only : null
}

/** Foreign currencies that a text names; those that are not ours by code or by their own words. */
export function foreignIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of text.match(/(?<![A-Za-z])[A-Za-z]{3}(?:[A-Za-z]{3})?(?![A-Za-z])/g) ?? [])
    for (const code of codesOf(word)) if (code !== 'LKR') found.add(code)
  for (const [name, currency] of OUR_NAMES) if (isIn(name, text)) found.add(currency)
  let rest = text
  for (const [name, currency] of ownNames(currencyWords())) {
    const left = rest.replace(name, ' ')
    if (left !== rest) found.add(currency)
    rest = left
  }
  for (const [name] of rest.matchAll(OTHER_NAMES)) found.add(name.toLowerCase())
  return found
}

/** Signs of several countries: one that is no currency of the installation may be meant. */
const SHARED_SIGN = /^[$£¥₩]$/
const ofWords = new WeakMap<readonly CurrencyWords[], readonly (readonly [RegExp, Currency])[]>()

/** The names and signs of the installation's currencies, each of one currency wherever it stands. */
function ownNames(words: readonly CurrencyWords[]): readonly (readonly [RegExp, Currency])[] {
  const patterns =
    ofWords.get(words) ??
    words.map(({ currency, names, symbols }) => {
      const signs = symbols.filter((each) => /\p{Sc}/u.test(each) && !SHARED_SIGN.test(each))
      const texts = [...names, ...signs].sort((one, other) => other.length - one.length)
      return [new RegExp(texts.map(patternOf).join('|'), 'gi'), currency] as const
    })
  ofWords.set(words, patterns)
  return patterns
}

/** A text as it stands in another, but within no longer word. */
function patternOf(text: string): string {
  const escaped = text.replaceAll(/[$().*+?]/g, '\\$&').replaceAll(' ', ' ?')
  const [start, end] = [/^[a-z]/i.test(text), /[a-z]$/i.test(text)]
  return `${start ? '(?<![a-z])' : ''}${escaped}${end ? '(?![a-z])' : ''}`
}

/** The currencies that a word is: one, or two of a pair without a stroke, such as EURUSD. */
function codesOf(word: string): readonly string[] {
  const parts = word.length === 6 ? [word.slice(0, 3), word.slice(3)] : [word]
  const codes = parts.map((part) => part.toUpperCase())
  const isKnown = codes.map((code, at) => {
    const isOurs = code === 'LKR' || (currencies() as readonly string[]).includes(code)
    return isOurs || (CODES.has(code) && (parts.length === 2 || parts[at] === code))
  })
  return isKnown.every(Boolean) ? codes : []
}

export function namesRupees(text: string): boolean {
  return isIn(RUPEES, text)
}
