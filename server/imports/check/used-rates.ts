import { safeParse } from 'zod/mini'
import {
  usedRate,
  type checkRates,
  type CheckedRate,
  type RateCheck,
  type UsedRate,
} from '../../../contract/imports/checked-rates.ts'
import type { ResponseBody } from '../../../contract/endpoint.ts'
import { unitsFields, unitsOf, type Currency } from '../../../domain/currency.ts'
import { businessDaysAfter } from '../../../domain/bank-holiday.ts'
import { DOLLARS, readAmount } from '../../../domain/conversion/amount-text.ts'
import type { Amount } from '../../../domain/conversion/conversion.ts'
import type { ReadImport, ReadRow } from '../../../domain/import-rows.ts'
import { inputError } from '../../../domain/input-error.ts'
import { toWire } from '../../../domain/money.ts'
import {
  CHECK_RESULTS,
  type CheckResult,
  compareUsed,
  differenceOf,
  type RatePolicy,
  type RuledRate,
  USUAL_MAX_AGE,
} from '../../../domain/policy.ts'
import { DEFAULT_KIND, seriesOf } from '../../../domain/series.ts'
import { inputErrorSentence } from '../../../text/input-errors.ts'
import { invalid, namedFields } from '../../errors.ts'
import { inSlices } from '../../event-loop.ts'
import { wrongFields } from '../../http/serve.ts'
import { citationOf, rateByPolicy } from '../../policies/policy-rate.ts'
import { findPolicy } from '../../rates/other-facts.ts'
import { customsResponse, type RateSnapshot } from '../../rates/responses.ts'
import { readRateTable } from '../rate-rows.ts'

/** A rate that was used, with where it stands in a sheet. */
type UsedRow = UsedRate & { readonly line?: number }
type Unread = NonNullable<ResponseBody<typeof checkRates>['data']['unread']>[number]

/** What is to be checked. */
export interface UsedRates {
  readonly rows: readonly UsedRow[]
  /** Of a text: how it was understood, and its rows that could not be read. */
  readonly read?: ReadImport
  readonly unread?: readonly Unread[]
}

/**
 * The rows of a request, checked in turn so as not to hold up others, or read from a sheet's text.
 * Throws 400 for what is no row.
 */
export async function readUsedRates({ rows, text, ...choice }: RateCheck): Promise<UsedRates> {
  if (text !== undefined) {
    const read = await readRateTable({ ...choice, text, round: true, invoices: true })
    return { ...(await splitRows(read.rows)), read }
  }
  const checked: UsedRow[] = []
  const wrong: [field: string, sentence: string][] = []
  await inSlices((rows ?? []).entries(), ([index, row]: [number, unknown]) => {
    const result = safeParse(usedRate, row)
    if (result.success) checked.push(result.data)
    else
      for (const [field, sentence] of wrongFields(result.error.issues))
        wrong.push([`rows.${index}.${field}`, sentence])
  })
  if (wrong.length > 0) throw invalid(namedFields(wrong))
  return { rows: checked }
}

async function splitRows(read: readonly ReadRow[]) {
  const [rows, unread]: [UsedRow[], Unread[]] = [[], []]
  await inSlices(read, ({ line, given, date, currency, rate, amount: text, ambiguous, errors }) => {
    const amount = currency && amountIn(currency, text)
    const wrong =
      amount === null ? [...errors, inputError('row amount', text.slice(0, 40))] : errors
    if (wrong.length > 0 || !date || !currency || rate === null) {
      const sentence = wrong.map(inputErrorSentence).join(' ')
      unread.push({ line, given, sentence, ambiguous })
      return
    }
    rows.push({ line, date, currency, rate, ...(amount && { amount }) })
  })
  return { rows, unread }
}

/** What a cell says was paid in a currency: undefined for nothing, null for what is unclear. */
function amountIn(currency: Currency, text: string): Amount | undefined | null {
  if (!/\d/.test(text)) return undefined
  const read = readAmount(text)
  if (!('amount' in read)) return null
  const { unit = currency, amount } = read
  return unit === currency || (unit === '$' && DOLLARS.includes(currency)) ? amount : null
}

/** What a row is held against. */
interface Against {
  readonly found: RuledRate
  readonly isTooOld: boolean
  readonly citation: NonNullable<CheckedRate['citation']>
}

/** Holds rows against the rates of a moment, by the policy or the kind of a request. */
export async function checkUsedRates(
  snapshot: RateSnapshot,
  { policy: name, kind = DEFAULT_KIND, publisher, max_age = USUAL_MAX_AGE }: RateCheck,
  rows: readonly UsedRow[],
  publicUrl: string,
): Promise<CheckedRate[]> {
  const policy: RatePolicy = name
    ? findPolicy(snapshot.book.policies, name)
    : { publisher, kind, rule: 'of the day' }
  const known = new Map<string, Against | undefined>()
  const against = ({ currency, date }: UsedRow): Against | undefined => {
    const found = date > snapshot.today ? undefined : rateByPolicy(snapshot, policy, currency, date)
    if (!found) return undefined
    const isTooOld = ageIsAbove(snapshot, policy, { currency, date }, found, max_age)
    return {
      found,
      isTooOld,
      citation: citationOf(snapshot, { policy, currency, found, publicUrl }),
    }
  }
  const checked: CheckedRate[] = []
  await inSlices(rows, (row) => {
    const place = `${row.currency} ${row.date}`
    if (!known.has(place)) known.set(place, against(row))
    checked.push(checkRow(row, known.get(place)))
  })
  return checked
}

/** An average has no age, and a customs rate is as good as new while it is in effect. */
function ageIsAbove(
  { book, calendar }: RateSnapshot,
  { kind, publisher }: RatePolicy,
  { currency, date }: Pick<UsedRow, 'currency' | 'date'>,
  found: RuledRate,
  maxAge: number,
): boolean {
  if (found.average) return false
  if (kind === 'customs')
    return !customsResponse(book, seriesOf(currency, kind, publisher), found.date, date).in_effect
  return businessDaysAfter(found.date, date, calendar) > maxAge
}

function checkRow(row: UsedRow, against: Against | undefined): CheckedRate {
  const { line, date, currency, rate: used, amount } = row
  const echoed = {
    ...(line !== undefined && { line }),
    date,
    currency,
    ...unitsFields(currency),
    used: toWire(used),
    ...(amount !== undefined && { amount: toWire(Number(amount)) }),
  }
  if (!against)
    return {
      ...echoed,
      result: 'no rate',
      rate: null,
      rate_date: null,
      difference: null,
      citation: null,
    }
  const { found, isTooOld, citation } = against
  const { rate, percent, rupees } = differenceOf(used, found.rate, amount, unitsOf(currency))
  return {
    ...echoed,
    result: isTooOld ? 'too old' : compareUsed(used, found.rate),
    rate: toWire(found.rate),
    rate_date: found.date,
    difference: {
      rate: toWire(rate),
      percent: percent / 100,
      ...(rupees !== undefined && { rupees: toWire(Number(rupees)) }),
    },
    citation,
  }
}

/** How many rows have each result, and what those that differ come to in rupees. */
export function totalsOf(rows: readonly CheckedRate[]) {
  const results = Object.fromEntries(CHECK_RESULTS.map((each) => [each, 0])) as Record<
    CheckResult,
    number
  >
  let rupees = 0
  for (const { result, difference } of rows) {
    results[result]++
    if (result === 'differs') rupees += Math.round((difference?.rupees ?? 0) * 100)
  }
  return { results, rupees: rupees / 100 }
}
