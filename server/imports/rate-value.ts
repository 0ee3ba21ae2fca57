import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { SheetColumn } from '../../contract/rate-check.ts'
import * as contract from '../../contract/rate-value.ts'
import { addDays, calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Amount } from '../../domain/conversion/conversion.ts'
import { unitsFields, unitsOf, type Currency } from '../../domain/currency.ts'
import { toWire, type Rate } from '../../domain/money.ts'
import { monthOf, periodsFromTo } from '../../domain/period.ts'
import { type RuledRate, USUAL_MAX_AGE } from '../../domain/policy.ts'
import { missingReason } from '../../domain/rate-precedence.ts'
import { seriesOf } from '../../domain/series.ts'
import {
  type Booked,
  sumValuations,
  type Valuation,
  valuationFault,
  valueBalance,
} from '../../domain/valuation.ts'
import { policyWords, unitsName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { invalid } from '../errors.ts'
import { inSlices } from '../event-loop.ts'
import { serve } from '../http/serve.ts'
import {
  citeRate,
  rateByPolicy,
  basisNote,
  nameBasis,
  readBasis,
  type Basis,
} from '../policies/decision.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { refuseFuture, type RateSnapshot } from '../rates/responses.ts'
import type { Spreadsheet, SpreadsheetColumn } from '../text/spreadsheet.ts'
import { checkedRows } from './csv.ts'
import { isTooOld } from './rate-check.ts'
import { fileColumn, fillSpreadsheet, sendSheetResult } from './sheet-result.ts'

type Data = ResponseBody<typeof contract.valueBalances>['data']
type ValuedBalance = contract.ValuedBalance

const NO_RATE = 0 as Rate

/** Nothing is stored: `known_at` gives the same figures years later. */
export function rateValueRoutes(app: FastifyInstance, deps: RateContext): void {
  const { config, snapshot } = deps
  const value = async (body: contract.ValueBody) => {
    const rows = await checkedRows(body.rows, contract.balance)
    const now = snapshot()
    const { policy = 'closing' } = body
    const basis = await readBasis(deps, now, { ...body, policy, rows })
    const date = body.date ?? lastMonthsEnd(basis.today)
    refuseFuture('date', date, basis.today)
    refuseRule(basis, date)
    const data = await valueRows(
      { basis, seals: now.book, date, publicUrl: config.publicUrl },
      body,
      rows,
    )
    return { basis, data }
  }

  serve(
    app,
    contract.valueBalances,
    async ({ body, request, reply, signedIn }) => {
      const { basis, data } = await value(body)
      const { rows, ...rest } = data
      nameBasis(reply, basis)
      return sendSheetResult(
        { request, reply, userId: signedIn.user.id },
        {
          rows,
          rest,
          fileName: `balances-${data.date}`,
          toSpreadsheet: () =>
            valueSpreadsheet(data, body.columns, basisNote(basis, config.publicUrl)),
        },
      )
    },
    { body: contract.defineValueBody(z.unknown()) },
  )
}

const lastMonthsEnd = (today: CalendarDate) => addDays(calendarDateOf(`${monthOf(today)}-01`), -1)

function refuseRule({ policy }: Basis, date: CalendarDate): void {
  const fault = valuationFault(policy.rule, date)
  if (fault === 'average')
    throw invalid({ policy: [t.policiesText.noAverage({ words: policyWords(policy) })] })
  if (fault) throw invalid({ date: [t.policiesText.monthEnd({ words: policyWords(policy) })] })
}

interface Valuing {
  readonly basis: Basis
  /** Sealed months, which are not read for an earlier instant. */
  readonly seals: Pick<RateSnapshot['book'], 'findSeal'>
  readonly date: CalendarDate
  readonly publicUrl: string
}

interface Closing {
  readonly found: RuledRate
  readonly isTooOld: boolean
  readonly isSealed: boolean
  readonly citation: NonNullable<ValuedBalance['citation']>
}

async function valueRows(
  valuing: Valuing,
  { max_age = USUAL_MAX_AGE }: contract.ValueBody,
  balances: readonly contract.Balance[],
): Promise<Data> {
  const { basis, date } = valuing
  const { policy, named, knownAt } = basis
  const closings = new Map<Currency, Closing | undefined>()
  const rows: ValuedBalance[] = []
  const valued = new Map<Currency, { amount: Amount; valuation: Valuation }[]>()
  await inSlices(balances, (balance) => {
    const { currency, amount } = balance
    if (!closings.has(currency)) closings.set(currency, findClosing(valuing, currency, max_age))
    const closing = closings.get(currency)
    const { row, valuation } = valueRow(balance, closing)
    rows.push(row)
    if (!valuation) return
    const others = valued.get(currency) ?? []
    others.push({ amount, valuation })
    valued.set(currency, others)
  })
  const all = sumValuations([...valued.values()].flat().map(({ valuation }) => valuation))
  return {
    date,
    date_reason: reasonOf(valuing, [...closings]),
    policy: named?.name ?? 'closing',
    policy_version: named?.version ?? 0,
    rule: policyWords(policy),
    known_at: knownAt ?? null,
    rows,
    totals: {
      rows: rows.length,
      left_out: rows.filter(({ result }) => result !== 'valued').length,
      sealed: rows.length > 0 && rows.every(({ sealed }) => sealed),
      ...wireSums(all),
      currencies: [...valued].map(([currency, each]) => ({
        currency,
        ...unitsFields(currency),
        amount: toWire(Number(each.reduce((sum, { amount }) => sum + amount, 0n))),
        rate: toWire(closings.get(currency)?.found.rate ?? 0),
        ...wireSums(sumValuations(each.map(({ valuation }) => valuation))),
      })),
    },
  }
}

const rupeesToWire = (rupees: Amount) => toWire(Number(rupees))
const wireSums = ({ rupees, booked, gain }: Valuation) => ({
  rupees: rupeesToWire(rupees),
  booked: rupeesToWire(booked),
  gain: rupeesToWire(gain),
})

function findClosing(
  { basis, seals, date, publicUrl }: Valuing,
  currency: Currency,
  maxAge: number,
): Closing | undefined {
  const { policy, knownAt } = basis
  const snapshot = basis.snapshotOf(currency)
  const found = rateByPolicy(snapshot, policy, currency, date)
  if (!found) return undefined
  const [month] = periodsFromTo('month', monthOf(date), monthOf(date))
  const seal =
    month?.to === date
      ? seals.findSeal(seriesOf(currency, policy.kind, policy.publisher), month)
      : undefined
  const isKnown = seal && (knownAt === undefined || seal.sealedAt <= new Date(knownAt))
  return {
    found,
    isTooOld: isTooOld(snapshot, policy, { currency, date }, found, maxAge),
    isSealed: (isKnown ?? false) && seal?.figures.closing.rate === found.rate,
    citation: citeRate(snapshot, { policy, currency, found, knownAt, publicUrl }),
  }
}

function valueRow(balance: contract.Balance, closing: Closing | undefined) {
  const { document, currency, amount } = balance
  const units = unitsOf(currency)
  const rate = closing?.found.rate
  const booked: Booked =
    balance.rate === undefined ? { rupees: balance.booked ?? 0n } : { rate: balance.rate }
  // Without a closing rate, only the booked rupees are known.
  const valuation = valueBalance(amount, booked, { rate: rate ?? balance.rate ?? NO_RATE, units })
  const result = !closing ? 'no rate' : closing.isTooOld ? 'too old' : 'valued'
  const isValued = result === 'valued'
  const row: ValuedBalance = {
    ...(document !== undefined && { document }),
    currency,
    ...unitsFields(currency),
    amount: toWire(Number(amount)),
    booked: rupeesToWire(valuation.booked),
    result,
    rate: rate === undefined ? null : toWire(rate),
    rate_date: closing?.found.date ?? null,
    rupees: isValued ? rupeesToWire(valuation.rupees) : null,
    gain: isValued ? rupeesToWire(valuation.gain) : null,
    sealed: isValued && (closing?.isSealed ?? false),
    citation: closing?.citation ?? null,
  }
  return { row, valuation: isValued ? valuation : undefined }
}

/** Returns why the closing day has no rate of its own, if no row has a rate of that day. */
function reasonOf(
  { basis, date }: Valuing,
  closings: readonly (readonly [Currency, Closing | undefined])[],
): string | null {
  const [first] = closings
  if (!first || closings.some(([, closing]) => closing?.found.date === date)) return null
  const { policy, snapshotOf, today } = basis
  const { book, calendar } = snapshotOf(first[0])
  const series = seriesOf(first[0], policy.kind, policy.publisher)
  const isAnswered = (day: CalendarDate) => book.isAnswered(series, day, today)
  return missingReason(date, { today, calendar, isAnswered })
}

async function valueSpreadsheet(
  data: Data,
  order: readonly SheetColumn[] | undefined,
  note: string,
): Promise<Spreadsheet> {
  const { columns, results } = t.rateValue
  const { text, day, rate, money } = fileColumn
  const sheet = await fillSpreadsheet<ValuedBalance>(data.rows, {
    name: t.rateCheck.tabs.value,
    note,
    order,
    given: {
      document: { heading: columns.document, ...text((row) => row.document ?? null, 16) },
      currency: { heading: columns.currency, ...text((row) => unitsName(row.currency)) },
      amount: { heading: columns.amount, ...rate((row) => row.amount) },
      booked: { heading: columns.booked, ...money((row) => row.booked) },
    },
    found: [
      { heading: columns.result, ...text((row) => results[row.result]) },
      { heading: columns.rate, ...rate((row) => row.rate) },
      { heading: columns.rateDate, ...day((row) => row.rate_date) },
      { heading: columns.value, ...money((row) => row.rupees) },
      { heading: columns.gain, ...money((row) => row.gain) },
      { heading: columns.sealed, ...text((row) => (row.sealed ? t.rateValue.sealed : '')) },
      { heading: columns.citation, ...text((row) => row.citation?.text ?? null, 80) },
    ],
  })
  return { ...sheet, next: entrySheet(data, note) }
}

/** The entry on the closing day and its reversal on the next, by currency, without accounts. */
function entrySheet({ date, totals }: Data, note: string): Spreadsheet {
  const { entry } = t.rateValue
  const side = (rupees: number) => (rupees > 0 ? rupees : null)
  const lines = (day: CalendarDate, text: string, sign: 1 | -1) =>
    totals.currencies
      .filter(({ gain }) => gain !== 0)
      .flatMap(({ currency, gain }) => {
        const words = gain > 0 ? entry.gain : entry.loss
        return [
          [day, text, entry.balances({ currency }), side(sign * gain), side(-sign * gain)],
          [day, text, words({ currency }), side(-sign * gain), side(sign * gain)],
        ]
      })
  const money = (heading: string): SpreadsheetColumn => ({ heading, width: 18, type: 'money' })
  return {
    name: entry.name,
    note,
    columns: [
      { heading: entry.date, width: 12, type: 'day' },
      { heading: entry.text, width: 40, type: 'text' },
      { heading: entry.line, width: 28, type: 'text' },
      money(entry.debit),
      money(entry.credit),
    ],
    rows: [
      ...lines(date, entry.made({ date }), 1),
      ...lines(addDays(date, 1), entry.reversed({ date }), -1),
    ],
  }
}
