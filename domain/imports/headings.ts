import type { TableRow } from '../pasted-table.ts'
import type { RateKind } from '../series.ts'
import { isBlank, isNumber } from './cell-looks.ts'
import { ratesOfUse, type ColumnUse } from './column-use.ts'
import { isUnderstood, namesRupees, wordsOf, wordsOfTitle, type RateWords } from './rate-words.ts'
import { type OtherFigure, words } from './rate-lexicon.ts'
import { headingBlock, stackedHeadings, type StackedHeading } from './stacked-headings.ts'

/** What somebody has said that buying and selling rates without a kind are. */
export const QUOTES = ['tt', 'notes', 'other'] as const
export type Quotes = (typeof QUOTES)[number]

/** What is said of a table besides its own words. */
export interface HeadingOptions {
  /** What buying and selling rates are where nothing in the table says it. */
  readonly quotes?: Quotes | undefined
  /** Whether the rates are those that invoices were booked at, with an amount beside each. */
  readonly invoices?: boolean | undefined
}

/** Why a column with figures is not used. */
export type Unused =
  OtherFigure | 'no side' | 'two dates' | 'twice' | 'answered' | 'other currency' | 'unclear'

export interface HeadingColumns {
  readonly columns: readonly ColumnUse[]
  /** The words over each column. */
  readonly headings: readonly string[]
  /** The columns that look like rates and are not used, by their headings. */
  readonly unused: readonly { readonly heading: string; readonly why: Unused }[]
  /** Headings that say buying or selling without a kind: somebody has to say which. */
  readonly asked: readonly string[]
  readonly title: TitleWords
}

export interface TitleWords extends RateWords {
  readonly text: string
}

const DATE =
  /^(?:(?:value|rate|trade|effective|settlement|transaction|posting|booking|month[ -]?end|as (?:at|of|on)) ?-?)?(?:date|day)$|^(?:datum|dates?|month[ -]?end|as (?:at|of|on)|දිනය|திகதி|தேதி)(?: \(.*\))?$/i
const CURRENCY =
  /^(?:(?:base|foreign|fx|from)[ _]?)?(?:currency|currencies|ccy|curr?\.?)(?:[ _]?(?:code|name|pair))?$|^(?:code|iso(?: code)?|fcy|währung|from|base|pair)$/i
const KIND = /^(?:kind|rate kind|kind of rate)$/i
const UNITS = /^(?:units?|per|quoted per|no\.? of units|multiplier)$/i
const RATE = words(
  'rates?|kurs|lkr|mid(?:dle)?|spot|fixing|indicative|tt|t/t|buy(?:ing)?',
  'sell(?:ing)?|bid|ask|offer',
)

/** The same of a sheet of invoices. */
const INVOICE_DATE =
  /^(?:invoice|inv\.?|bill|doc(?:ument)?|voucher)(?: ?\/ ?(?:bill|grn))? ?date$|^date of (?:the )?invoice$/i
const AMOUNT =
  /^(?:(?:total|net|gross|invoice|inv\.?|bill|foreign(?: currency)?|fcy?|fx|doc(?:ument)?)[ _]?){0,3}(?:amount|amt\.?|value)(?: ?\(?(?:in )?(?:fcy?|fx|ccy|foreign currency)\)?)?$/i

/** Columns in which anybody writes anything: a word that nobody knows says nothing of a rate. */
const REMARKS =
  /^(?:remarks?|comments?|notes?|memo|source|by|(?:entered|approved|checked|prepared) by|bank|branch|ref(?:erence)?(?: no\.?)?|no\.?|#|s ?\/ ?n|sl\.? ?no\.?|id|line|time|week|weekday|day|month|year|country|name|description|details?|narration|particulars|invoice(?: no\.?)?|doc(?:ument)?(?: no\.?)?|voucher(?: no\.?)?|customer|supplier|user|(?:last )?updated(?: (?:at|on|by))?|entered(?: (?:at|on))?|created(?: (?:at|on))?|timestamp)$/i

/** Beside these, a currency alone is what was paid in it. */
const PAYMENTS =
  /^(?:invoice|doc(?:ument)?|voucher|customer|supplier|payee|particulars|narration)(?![a-z])/i

export function isHeading(cell: string): boolean {
  return [DATE, CURRENCY, KIND, UNITS, RATE].some((each) => each.test(cell))
}

/** Whether a column is of remarks, names or numbers of rows, by its heading. */
export const isRemarkHeading = (heading: string) => REMARKS.test(heading)

export const isCurrencyHeading = (heading: string) => CURRENCY.test(heading)

/**
 * What the last rows of `given` say as headings: up to three consecutive rows, the upper ones
 * merged over columns. `sample` is the first row of figures; `quotes` answers what buying and
 * selling without a kind is.
 */
export function headingColumns(
  rows: readonly TableRow[],
  sample: readonly string[],
  { quotes, invoices = false }: HeadingOptions,
): HeadingColumns {
  const block = headingBlock(rows)
  const above = rows.slice(0, rows.length - block.length).flatMap(({ cells }) => cells)
  const named = titleOf(above.filter(Boolean))
  // Of what was bought or sold, a title says nothing of the rates but their currency.
  const title = invoices ? { ...titleOf([]), currency: named.currency } : named
  // Where the cells of a row say buying or selling, its rate's heading need not.
  const over = sample.some((cell) => wordsOf(cell).side !== null)
    ? { ...title, isTransfer: false }
    : title
  const read = stackedHeadings(block, (text) => DATE.test(text) || CURRENCY.test(text)).map(
    (stacked, index) =>
      (invoices && ofInvoices(stacked)) || readHeading(stacked, sample[index] ?? '', over, quotes),
  )
  const columns = singleUses(read)
  // Another currency's column is nobody's mistake where ours have columns too.
  const hasOurs = columns.some((each) => ratesOfUse(each.use))
  return {
    columns: columns.map(({ use }) => use),
    headings: read.map(({ heading }) => heading),
    unused: columns.flatMap(({ heading, why }) =>
      why && (why !== 'other currency' || !hasOurs) ? [{ heading, why }] : [],
    ),
    asked: columns.flatMap(({ heading, isAsked }) => (isAsked ? [heading] : [])),
    title,
  }
}

/** What texts above or below a table say of all of it; nothing for no texts. */
export function titleOf(texts: readonly string[]): TitleWords {
  const text = texts.join(' ; ')
  return { ...wordsOfTitle(text), text: text.slice(0, 60) }
}

/** What only a heading over invoices says: their date, amount, and the rate that was used. */
function ofInvoices({ texts, lowest }: StackedHeading): ReadHeading | undefined {
  const heading = texts.join(' ')
  const of = (use: ColumnUse) => ({ use, heading, lowest })
  if (INVOICE_DATE.test(lowest)) return of('date')
  if (AMOUNT.test(lowest)) return of('amount')
  const { side, currency, foreign, otherFigure } = wordsOf(lowest)
  const isPlain = side === null && currency === null && foreign === 0
  const isRate = /(?<![a-z])(?:rate|kurs)(?![a-z])/i.test(lowest) && !REMARKS.test(lowest)
  return isRate && isPlain && (otherFigure === null || otherFigure === 'amount')
    ? of('rate')
    : undefined
}

interface ReadHeading {
  readonly use: ColumnUse
  readonly heading: string
  readonly lowest: string
  readonly why?: Unused
  readonly isAsked?: true
}

function readHeading(
  { texts, lowest, isCarriedOver }: StackedHeading,
  sample: string,
  title: TitleWords,
  quotes: Quotes | undefined,
): ReadHeading {
  const heading = texts.join(' ')
  const of = (use: ColumnUse, why?: Unused) => ({ use, heading, lowest, ...(why && { why }) })
  // Above others, such a word is of what they are: `Currency` over `Buying` is of notes.
  const is = (pattern: RegExp) => pattern.test(lowest) || pattern.test(heading)
  // A day of the week is no date.
  if (is(DATE)) return of(/day/i.test(lowest) && /^[a-z]+$/i.test(sample) ? 'none' : 'date')
  if (is(CURRENCY)) return of('currency')
  if (is(KIND)) return of('kind')
  if (is(UNITS)) return of('units')
  if (REMARKS.test(lowest)) return { use: 'none', heading: lowest, lowest }
  const words = wordsOf(heading)
  if (words.hasBothSides && !isNumber(sample) && !isBlank(sample)) return of('none')
  // Another currency's column is nobody's mistake; one of two currencies might be taken for ours.
  if (words.foreign === 1 && words.currency === null) return of('none', 'other currency')
  const isRate =
    words.currency !== null || words.foreign > 1 || RATE.test(heading) || namesRupees(heading)
  if (!isRate) return of('none')
  const why =
    words.otherFigure ?? title.otherFigure ?? directionOf(words, lowest, sample, title) ?? null
  if (why) return of('none', why)
  if (isCarriedOver || words.hasBothSides || !isUnderstood(heading)) return of('none', 'unclear')
  const kind = kindUnder(words, title, quotes)
  if (kind === 'asked') return { ...of('none'), isAsked: true }
  if (kind === 'no side' || kind === 'answered') return of('none', kind)
  const rates = words.currency ?? 'rate'
  return of(kind === null ? rates : `${rates} ${kind}`)
}

/** What a figure is that is no rupees for one of the currency, by the direction of its words. */
function directionOf(
  words: RateWords,
  lowest: string,
  sample: string,
  title: TitleWords,
): Unused | undefined {
  // LKR/USD is written for both; a figure below 1 says that it is dollars for a rupee.
  if (/^(?:lkr|rs|rupees?)(?![a-z]{1,2}(?![a-z]))/i.test(lowest) && Number(sample) < 1)
    return 'inverse'
  // One of ours under a title of another currency is what it costs in the other.
  const over = title.currency ?? title.other
  return words.currency !== null && over !== null && over !== words.currency ? 'pair' : undefined
}

/**
 * The kind of rates by the nearest words and those over the table; null where none is named. Buying
 * and selling are a kind only of telegraphic transfers.
 */
export function kindUnder(
  words: Pick<RateWords, 'side' | 'isTransfer' | 'kind'>,
  title: Pick<RateWords, 'side' | 'isTransfer' | 'kind'>,
  quotes: Quotes | undefined,
): RateKind | null | 'asked' | 'answered' | 'no side' {
  const ownKind = words.side === null && !words.isTransfer ? words.kind : null
  if (ownKind) return ownKind
  const side = words.side ?? title.side
  const isTransfer = words.isTransfer || title.isTransfer
  if (side === null) return isTransfer ? 'no side' : title.kind
  if (words.kind === 'customs' || (title.kind === 'customs' && words.side === null)) return 'asked'
  if (isTransfer || quotes === 'tt') return `tt-${side}`
  return quotes === undefined ? 'asked' : 'answered'
}

/** The columns without those that another one makes uncertain. */
function singleUses(read: readonly ReadHeading[]): readonly ReadHeading[] {
  const without = (each: ReadHeading, why: Unused): ReadHeading =>
    ratesOfUse(each.use) ? { ...each, use: 'none', why } : each
  const dates = read.filter(({ use }) => use === 'date')
  const isAsTwoDates = read.some(({ use }, index) => use === 'date' && read[index + 1]?.use === use)
  // Of two dates nobody can tell which one the rate is of, but where each begins a table.
  if (isAsTwoDates || new Set(dates.map(({ lowest }) => lowest.toLowerCase())).size > 1)
    return read.map((each) => without(each, 'two dates'))
  // Of a column of names and one of codes, the last is the currency; rates between are another's.
  const [first, last] = [
    read.findIndex(({ use }) => use === 'currency'),
    read.findLastIndex(({ use }) => use === 'currency'),
  ]
  if (read.slice(first + 1, Math.max(0, last)).some(({ use }) => ratesOfUse(use)))
    return read.map((each) => without(each, 'twice'))
  const uses = read.map(({ use }) => use)
  const named = uses.flatMap((use) => ratesOfUse(use) ?? [])
  const hasOwn = named.some(({ currency }) => currency !== null)
  // Beside a column of rupees, one of a currency may be what was paid in it.
  const isMixed = first < 0 && hasOwn && named.some(({ currency }) => currency === null)
  const isOfPayments = read.some(({ heading }) => PAYMENTS.test(heading))
  return read.map((each, index) => {
    if (each.use === 'currency' && index !== last) return { ...each, use: 'none' }
    const rates = ratesOfUse(each.use)
    if (!rates) return each
    if (isMixed) return without(each, 'unclear')
    if (isOfPayments && rates.currency && !RATE.test(each.heading)) return without(each, 'amount')
    if (isTwin(uses, each.use, index)) return without(each, 'twice')
    return first >= 0 && rates.currency !== null ? without(each, 'pair') : each
  })
}

/** Whether another column of the same date has the same rates, such as those of another bank. */
function isTwin(columns: readonly ColumnUse[], use: ColumnUse, index: number): boolean {
  const dateOf = (at: number) => columns.lastIndexOf('date', at)
  return columns.some((each, at) => each === use && at !== index && dateOf(at) === dateOf(index))
}
