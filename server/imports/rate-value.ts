import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ResponseBody } from '../../contract/endpoint.ts'
import type { SheetColumn } from '../../contract/rate-check.ts'
import * as contract from '../../contract/rate-value.ts'
import { addDays, calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Amount } from '../../domain/conversion/conversion.ts'
import { unitsFields, unitsOf, type Currency } from '../../domain/currency.ts'
import { formatRate, fromWire, toWire, type Rate } from '../../domain/money.ts'
import { monthOf, periodsFromTo } from '../../domain/period.ts'
import type { DayRule } from '../../domain/policy.ts'
import { missingReason } from '../../domain/rate-precedence.ts'
import { seriesOf } from '../../domain/series.ts'
import {
  type Booked,
  sumValuations,
  type Valuation,
  valuationFault,
  valueBalance,
} from '../../domain/valuation.ts'
import { unitsName } from '../../text/names.ts'
import { policyWords } from '../../text/policy-words.ts'
import { t } from '../../text/sentences.ts'
import { invalid } from '../errors.ts'
import { inSlices } from '../event-loop.ts'
import { serve } from '../http/serve.ts'
import { readBasis, type Basis } from '../policies/decision.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { refuseFuture, type RateSnapshot } from '../rates/responses.ts'
import type { Spreadsheet, SpreadsheetColumn } from '../text/spreadsheet.ts'
import { checkedRows } from './csv.ts'
import { rateFinder } from './rate-check.ts'
import { fileColumn, fillSpreadsheet, sendSheetResult } from './sheet-result.ts'

type Data = ResponseBody<typeof contract.valueBalances>['data']
type ValuedBalance = contract.ValuedBalance

const NO_RATE = 0 as Rate

/** Nothing is stored: `known_at` gives the same figures years later. */
export function rateValueRoutes(app: FastifyInstance, deps: RateContext): void {
  serve(
    app,
    contract.valueBalances,
    async (call) => {
      const { columns, left_out: leftOut, max_age, policy = 'closing', ...body } = call.body
      const balances = await checkedRows(body.rows, contract.balance)
      const now = deps.snapshot()
      const basis = await readBasis(deps, now, { ...body, policy, rows: balances })
      const date = body.date ?? lastMonthsEnd(basis.today)
      refuseFuture('date', date, basis.today)
      refuseRule(basis, date)
      const valuing = { basis, date, findRate: rateFinder(basis, deps, max_age), seals: now.book }
      const data = await valueRows(valuing, balances)
      const { rows, ...rest } = data
      return sendSheetResult(call, deps, {
        basis,
        leftOut,
        rows,
        rest,
        fileName: `balances-valued-${date}`,
        toSpreadsheet: (note) => valueSpreadsheet(data, columns, note),
      })
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
  readonly date: CalendarDate
  readonly findRate: ReturnType<typeof rateFinder>
  /** Sealed months, which are not read for an earlier instant. */
  readonly seals: Pick<RateSnapshot['book'], 'findSeal'>
}

async function valueRows(valuing: Valuing, balances: readonly contract.Balance[]): Promise<Data> {
  const { basis, date, findRate } = valuing
  const { policy, named, knownAt } = basis
  const rows: ValuedBalance[] = []
  const valued = new Map<Currency, { amount: Amount; valuation: Valuation }[]>()
  await inSlices(balances, (balance) => {
    const { currency, amount } = balance
    const { row, valuation } = valueRow(balance, valuing)
    rows.push(row)
    if (!valuation) return
    const others = valued.get(currency) ?? []
    others.push({ amount, valuation })
    valued.set(currency, others)
  })
  const all = sumValuations([...valued.values()].flat().map(({ valuation }) => valuation))
  return {
    date,
    date_reason: reasonOf(valuing, rows),
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
        ...closingRates(valuing, currency, findRate(currency, date)?.found.rate ?? NO_RATE),
        ...wireSums(sumValuations(each.map(({ valuation }) => valuation))),
      })),
    },
  }
}

/** By another rule than these, the sealed rate is no earlier form of the closing rate. */
const RULES_OF_SEALS: readonly DayRule[] = ['of the day', 'last of the month']

function closingRates(valuing: Valuing, currency: Currency, rate: Rate) {
  const sealed = sealedRate(valuing, currency)
  const isCorrected =
    sealed !== undefined && sealed !== rate && RULES_OF_SEALS.includes(valuing.basis.policy.rule)
  return { rate: toWire(rate), sealed_rate: isCorrected ? toWire(sealed) : undefined }
}

const rupeesToWire = (rupees: Amount) => toWire(Number(rupees))
const wireSums = ({ rupees, booked, gain }: Valuation) => ({
  rupees: rupeesToWire(rupees),
  booked: rupeesToWire(booked),
  gain: rupeesToWire(gain),
})

function valueRow({ document, currency, amount, ...balance }: contract.Balance, valuing: Valuing) {
  const closing = valuing.findRate(currency, valuing.date)
  const rate = closing?.found.rate
  const booked: Booked =
    balance.rate === undefined ? { rupees: balance.booked ?? 0n } : { rate: balance.rate }
  // Without a closing rate, only the booked rupees are known.
  const valuation = valueBalance(amount, booked, {
    rate: rate ?? balance.rate ?? NO_RATE,
    units: unitsOf(currency),
  })
  const result = !closing ? 'no rate' : closing.isTooOld ? 'too old' : 'valued'
  const isValued = result === 'valued'
  const row: ValuedBalance = {
    document,
    currency,
    ...unitsFields(currency),
    amount: toWire(Number(amount)),
    booked: rupeesToWire(valuation.booked),
    result,
    rate: null,
    ...(rate !== undefined && closingRates(valuing, currency, rate)),
    rate_date: closing?.found.date ?? null,
    rupees: isValued ? rupeesToWire(valuation.rupees) : null,
    gain: isValued ? rupeesToWire(valuation.gain) : null,
    sealed: isValued && rate === sealedRate(valuing, currency),
    citation: closing?.citation ?? null,
  }
  return { row, valuation: isValued ? valuation : undefined }
}

/** Returns the closing rate of a month that was sealed by then. */
function sealedRate({ basis, seals, date }: Valuing, currency: Currency): Rate | undefined {
  const { policy, knownAt } = basis
  const [month] = periodsFromTo('month', monthOf(date), monthOf(date))
  if (month?.to !== date) return undefined
  const seal = seals.findSeal(seriesOf(currency, policy.kind, policy.publisher), month)
  const isKnown = knownAt === undefined || (seal && seal.sealedAt <= new Date(knownAt))
  return isKnown ? seal?.figures.closing.rate : undefined
}

/** Returns why the closing day has no rate of its own, if no row has a rate of that day. */
function reasonOf({ basis, date }: Valuing, rows: readonly ValuedBalance[]): string | null {
  const [first] = rows
  if (!first || rows.some(({ rate_date }) => rate_date === date)) return null
  const { policy, snapshotOf, today } = basis
  const { book, calendar } = snapshotOf(first.currency)
  const series = seriesOf(first.currency, policy.kind, policy.publisher)
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
      { heading: columns.sealed, ...text(sealedText, 24) },
      { heading: columns.citation, ...text((row) => row.citation?.text ?? null, 80) },
    ],
  })
  return { ...sheet, next: entrySheet(data, note) }
}

function sealedText({ sealed, sealed_rate: rate }: ValuedBalance): string {
  if (rate !== undefined) return t.rateValue.corrected({ rate: formatRate(fromWire(rate)) })
  return sealed ? t.rateValue.sealed : ''
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
