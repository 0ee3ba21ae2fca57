import { publishers } from '../series.ts'
import { cellText, type Grid } from './table.ts'

/** Columns of the CSV that the API reads; an export has all of them. */
export const CSV_COLUMNS = ['date', 'currency', 'rate', 'kind', 'publisher', 'units'] as const

/** A file by policy repeats rates on days that are not their own. */
export const DECIDED_COLUMNS = [
  ...['date', 'currency', 'rate', 'policy', 'version', 'rate_date'],
] as const

/** In the column *Bank* of a download of the main series. */
export const MAIN_SERIES = 'Main rates'
/** Downloads had this before. */
const EARLIER_MAIN_SERIES = 'Published rates'

/** The headings of a file that has the bank of each row by its own name. */
const READABLE =
  /^Date,Currency,Kind,Rate \(LKR\),Units,Source,Bank$|^Date,Bank,[A-Z]{3} |^date,currency,rate,kind,publisher,units$/

/** Returns undefined for a bank's name in any other sheet, which the user must confirm. */
export function publisherNamed(text: string, headings: readonly string[]): string | undefined {
  if (!READABLE.test(headings.join())) return undefined
  if (text === MAIN_SERIES || text === EARLIER_MAIN_SERIES) return 'main'
  return publishers().find(({ id, name }) => text === id || text === name)?.id
}

/** Files of an installation that cannot be imported, by the beginning of their first row. */
const OWN_FILES = {
  periods: /^currency,kind,period,from,to,/,
  policy: /^date,currency,rate,policy,|^# /,
  odoo: /^id,rate_ids/,
  prices: /^(?:P[ ,]\d{4}-\d\d-\d\d[ ,][A-Z]{3}[ ,]|\d{4}-\d\d-\d\d[ ,]price[ ,])/,
  check: /^Invoice,Date,Currency,Amount,Booked rate,Result,/,
  trail: /^id,created_at,action,description,/,
} as const
export type OwnFile = keyof typeof OWN_FILES | 'customs'

/**
 * Returns the kind of a file of an installation whose figures are not importable rates, so that it
 * is refused by name. Customs rates are entered by week.
 */
export function ownFileOf({ rows }: Grid): OwnFile | undefined {
  const [first = [], second = []] = rows
  const headings = first.map(cellText)
  const isPrices = rows
    .slice(0, FIRST_ROWS)
    .some((row) => OWN_FILES.prices.test(row.map(cellText).join()))
  if (isPrices) return 'prices'
  const found = Object.entries(OWN_FILES).find(([, begins]) => begins.test(headings.join()))
  if (found) return found[0] as OwnFile
  const kind = headings.findIndex((heading) => /^kind$/i.test(heading))
  const isCustoms =
    /^date$/i.test(headings[0] ?? '') &&
    (cellText(second[kind]) === 'customs' || headings.slice(1).some((each) => CUSTOMS.test(each)))
  return isCustoms ? 'customs' : undefined
}

/** Up to three remarks precede prices. */
export const FIRST_ROWS = 4

/** A column of a wide file. */
const CUSTOMS = /^[A-Z]{3} Customs$/
