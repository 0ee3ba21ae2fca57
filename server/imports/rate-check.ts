import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as contract from '../../contract/rate-check.ts'
import { businessDaysAfter } from '../../domain/bank-holiday.ts'
import { dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { CENT, toRupees } from '../../domain/conversion/conversion.ts'
import { unitsFields, unitsOf, type Currency } from '../../domain/currency.ts'
import { toWire, type Rate } from '../../domain/money.ts'
import {
  CHECK_RESULTS,
  type CheckResult,
  compareUsed,
  differenceOf,
  isWithin,
  type RatePolicy,
  type RuledRate,
  USUAL_MAX_AGE,
} from '../../domain/policy.ts'
import { seriesOf } from '../../domain/series.ts'
import { unitsName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { inSlices } from '../event-loop.ts'
import { serve } from '../http/serve.ts'
import { citeRate, rateByPolicy, readBasis, type Basis } from '../policies/decision.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { customsResponse, type RateSnapshot } from '../rates/responses.ts'
import type { Spreadsheet } from '../text/spreadsheet.ts'
import { checkedRows } from './csv.ts'
import { fileColumn, fillSpreadsheet, sendSheetResult, type FileColumn } from './sheet-result.ts'

type UsedRate = contract.UsedRate
type CheckedRate = contract.CheckedRate

export function rateCheckRoutes(app: FastifyInstance, deps: RateContext): void {
  const { snapshot, clock } = deps
  serve(
    app,
    contract.checkRates,
    async (call) => {
      const { columns, left_out: leftOut, max_age, tolerance, ...body } = call.body
      const used = await checkedRows(body.rows, contract.usedRate)
      const basis = await readBasis(deps, snapshot(), { ...body, rows: used })
      const findRate = rateFinder(basis, deps, max_age)
      const rows: CheckedRate[] = []
      await inSlices(used, (row) =>
        rows.push(checkRow(row, findRate(row.currency, row.date), tolerance)),
      )
      const isFill = rows.every((row) => row.used === undefined)
      return sendSheetResult(call, deps, {
        basis,
        leftOut,
        rows,
        rest: { totals: totalsOf(rows) },
        fileName: `rates-${isFill ? 'filled' : 'checked'}-${dayInColombo(clock())}`,
        toSpreadsheet: (note) => checkSpreadsheet(rows, columns, note),
      })
    },
    // Rows are checked in slices: ten thousand at once would keep other requests waiting.
    { body: contract.defineRateCheckBody(z.unknown()) },
  )
}

interface Counting {
  readonly found: RuledRate
  readonly isTooOld: boolean
  readonly citation: NonNullable<CheckedRate['citation']>
}

/** Returns a function that looks up each currency and day once. */
export function rateFinder(
  { policy, snapshotOf, knownAt }: Basis,
  { config: { publicUrl } }: Pick<RateContext, 'config'>,
  maxAge: number = USUAL_MAX_AGE,
) {
  const known = new Map<string, Counting | undefined>()
  const find = (currency: Currency, date: CalendarDate): Counting | undefined => {
    const snapshot = snapshotOf(currency)
    const found = date > snapshot.today ? undefined : rateByPolicy(snapshot, policy, currency, date)
    if (!found) return undefined
    return {
      found,
      isTooOld: isTooOld(snapshot, policy, { currency, date }, found, maxAge),
      citation: citeRate(snapshot, { policy, currency, found, knownAt, publicUrl }),
    }
  }
  return (currency: Currency, date: CalendarDate): Counting | undefined => {
    const place = `${currency} ${date}`
    if (!known.has(place)) known.set(place, find(currency, date))
    return known.get(place)
  }
}

/** An average has no age, and a customs rate is as good as new while it is in effect. */
function isTooOld(
  { book, calendar }: RateSnapshot,
  { kind, publisher }: RatePolicy,
  { currency, date }: Pick<UsedRate, 'currency' | 'date'>,
  found: RuledRate,
  maxAge: number,
): boolean {
  if (found.average) return false
  if (kind === 'customs')
    return !customsResponse(book, seriesOf(currency, kind, publisher), found.date, date).in_effect
  return businessDaysAfter(found.date, date, calendar) > maxAge
}

function checkRow(
  row: UsedRate,
  counting: Counting | undefined,
  tolerance: number | undefined,
): CheckedRate {
  const { document, date, currency, rate: used, amount } = row
  const units = unitsOf(currency)
  const given = {
    document,
    date,
    currency,
    ...unitsFields(currency),
    used: used === undefined ? undefined : toWire(used),
    amount: amount === undefined ? undefined : toWire(Number(amount)),
  }
  if (!counting) {
    const nothing = { rate: null, rate_date: null, difference: null, citation: null }
    return { ...given, result: 'no rate', ...nothing }
  }
  const { found, isTooOld, citation } = counting
  const { result, difference, within } = compareRow(row, found.rate, tolerance)
  return {
    ...given,
    result: isTooOld ? 'too old' : result,
    within_tolerance: within && !isTooOld ? true : undefined,
    rate: toWire(found.rate),
    rate_date: found.date,
    rupees:
      amount === undefined ? undefined : toWire(Number(toRupees(amount, found.rate, CENT, units))),
    difference,
    citation,
  }
}

/** `tolerance` is in hundredths of a per cent. */
function compareRow({ currency, rate: used, amount }: UsedRate, rate: Rate, tolerance = 0) {
  if (used === undefined) return { result: 'filled', difference: null, within: false } as const
  const by = differenceOf(used, rate, amount, unitsOf(currency))
  const difference = {
    rate: toWire(by.rate),
    percent: by.percent / 100,
    rupees: by.rupees === undefined ? undefined : toWire(Number(by.rupees)),
  }
  const result = compareUsed(used, rate)
  const within = result === 'differs' && isWithin(used, rate, tolerance)
  return { result: within ? 'agrees' : result, difference, within } as const
}

function totalsOf(rows: readonly CheckedRate[]) {
  const results = Object.fromEntries(CHECK_RESULTS.map((each) => [each, 0])) as Record<
    CheckResult,
    number
  >
  let [over, under] = [0, 0]
  for (const { result, difference } of rows) {
    results[result]++
    if (result !== 'differs') continue
    const cents = Math.round((difference?.rupees ?? 0) * 100)
    if (cents > 0) over += cents
    else under -= cents
  }
  return {
    results,
    overbooked: over / 100,
    underbooked: under / 100,
    rupees: (over - under) / 100,
  }
}

function checkSpreadsheet(
  rows: readonly CheckedRate[],
  order: readonly contract.SheetColumn[] | undefined,
  note: string,
): Promise<Spreadsheet> {
  const { columns, results } = t.rateCheck
  const { text, day, rate, money } = fileColumn
  const hasUsed = rows.some(({ used }) => used !== undefined)
  const differences: readonly FileColumn<CheckedRate>[] = [
    { heading: columns.result, ...text(({ result }) => results[result]) },
    { heading: columns.difference, ...rate(({ difference }) => difference?.rate ?? null) },
    { heading: columns.percent, ...rate(({ difference }) => difference?.percent ?? null) },
    { heading: columns.rupees, ...money(({ difference }) => difference?.rupees ?? null) },
  ]
  return fillSpreadsheet<CheckedRate>(rows, {
    name: hasUsed ? t.rateCheck.tabs.check : t.rateCheck.tabs.fill,
    note,
    order,
    given: {
      document: {
        heading: columns[hasUsed ? 'document' : 'filledDocument'],
        ...text((row) => row.document ?? null, 16),
      },
      date: { heading: columns.date, ...day((row) => row.date) },
      currency: { heading: columns.currency, ...text((row) => unitsName(row.currency)) },
      amount: { heading: columns.amount, ...rate((row) => row.amount ?? null) },
      rate: { heading: columns.used, ...rate((row) => row.used ?? null) },
    },
    found: [
      { heading: columns.rate, ...rate((row) => row.rate) },
      { heading: columns.rateDate, ...day((row) => row.rate_date) },
      { heading: columns.value, ...money((row) => row.rupees ?? null) },
      ...(hasUsed ? differences : differences.slice(0, 1)),
      { heading: columns.citation, ...text((row) => row.citation?.text ?? null, 80) },
    ],
  })
}
