import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import * as contract from '../../contract/rate-check.ts'
import { businessDaysAfter } from '../../domain/bank-holiday.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { unitsFields, unitsOf } from '../../domain/currency.ts'
import { toWire } from '../../domain/money.ts'
import {
  CHECK_RESULTS,
  type CheckResult,
  compareUsed,
  differenceOf,
  type RatePolicy,
  type RuledRate,
  USUAL_MAX_AGE,
} from '../../domain/policy.ts'
import { DEFAULT_KIND, seriesOf } from '../../domain/series.ts'
import { unitsName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { inSlices } from '../event-loop.ts'
import { KeyedQueue } from '../http/limits.ts'
import { serve } from '../http/serve.ts'
import { citeRate, rateByPolicy } from '../policies/policy-rate.ts'
import { renderInTurn } from '../rates/downloads.ts'
import { findPolicy } from '../rates/read-policies.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { customsResponse, type RateSnapshot } from '../rates/responses.ts'
import type { Spreadsheet } from '../text/spreadsheet.ts'
import { checkedRows } from './csv.ts'
import { dataWithRows } from './routes.ts'

type UsedRate = contract.UsedRate
type CheckedRate = contract.CheckedRate

export function rateCheckRoutes(
  app: FastifyInstance,
  { config, publicRates, clock }: RateContext,
): void {
  const turns = new KeyedQueue({ atOnce: 1, waiting: 4 })
  const check = async (body: contract.RateCheck) => {
    const rows = await checkedRows(body.rows, contract.usedRate)
    return checkUsedRates(publicRates.snapshot(), body, rows, config.publicUrl)
  }
  // Rows are checked in slices: ten thousand at once would keep other requests waiting.
  const options = { body: contract.defineRateCheckBody(z.unknown()) }

  serve(
    app,
    contract.checkRates,
    async ({ body, reply, signedIn }) => {
      const checked = await turns.run(signedIn.user.id, () => check(body))
      void reply.type('application/json; charset=utf-8')
      return Readable.from(dataWithRows(checked, { totals: totalsOf(checked) }), {
        highWaterMark: 2,
      })
    },
    options,
  )

  serve(
    app,
    contract.checkRatesXlsx,
    async ({ body, reply, signedIn }) => {
      const file = await renderInTurn({ name: `user ${signedIn.user.id}` }, async () =>
        rateCheckSheet(await check(body)),
      )
      const name = `rates-used-${dayInColombo(clock())}.xlsx`
      reply.type(XLSX_TYPE).header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(file) as never
    },
    options,
  )
}

interface Counting {
  readonly found: RuledRate
  readonly isTooOld: boolean
  readonly citation: NonNullable<CheckedRate['citation']>
}

async function checkUsedRates(
  snapshot: RateSnapshot,
  { policy: name, kind = DEFAULT_KIND, publisher, max_age = USUAL_MAX_AGE }: contract.RateCheck,
  rows: readonly UsedRate[],
  publicUrl: string,
): Promise<CheckedRate[]> {
  const policy: RatePolicy = name
    ? findPolicy(snapshot.book.policies, name)
    : { publisher, kind, rule: 'of the day' }
  const findRate = ({ currency, date }: UsedRate): Counting | undefined => {
    const found = date > snapshot.today ? undefined : rateByPolicy(snapshot, policy, currency, date)
    if (!found) return undefined
    return {
      found,
      isTooOld: isTooOld(snapshot, policy, { currency, date }, found, max_age),
      citation: citeRate(snapshot, { policy, currency, found, publicUrl }),
    }
  }
  const known = new Map<string, Counting | undefined>()
  const checked: CheckedRate[] = []
  await inSlices(rows, (row) => {
    const place = `${row.currency} ${row.date}`
    if (!known.has(place)) known.set(place, findRate(row))
    checked.push(checkRow(row, known.get(place)))
  })
  return checked
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

function checkRow(row: UsedRate, counting: Counting | undefined): CheckedRate {
  const { document, date, currency, rate: used, amount } = row
  const given = {
    ...(document !== undefined && { document }),
    date,
    currency,
    ...unitsFields(currency),
    used: toWire(used),
    ...(amount !== undefined && { amount: toWire(Number(amount)) }),
  }
  if (!counting) {
    const nothing = { rate: null, rate_date: null, difference: null, citation: null }
    return { ...given, result: 'no rate', ...nothing }
  }
  const { found, citation } = counting
  const { rate, percent, rupees } = differenceOf(used, found.rate, amount, unitsOf(currency))
  return {
    ...given,
    result: counting.isTooOld ? 'too old' : compareUsed(used, found.rate),
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

function rateCheckSheet(rows: readonly CheckedRate[]): Spreadsheet {
  const { columns, results } = t.rateCheck
  const rate = (heading: string) => ({ heading, width: 14, type: 'rate' }) as const
  const text = (heading: string, width: number) => ({ heading, width, type: 'text' }) as const
  const day = (heading: string) => ({ heading, width: 12, type: 'day' }) as const
  return {
    name: t.screens.check,
    columns: [
      ...[text(columns.document, 16), day(columns.date), text(columns.currency, 10)],
      ...[rate(columns.amount), rate(columns.used), text(columns.result, 12)],
      ...[rate(columns.rate), day(columns.rateDate), rate(columns.difference)],
      ...[rate(columns.percent), rate(columns.rupees), text(columns.citation, 80)],
    ],
    rows: rows.map((row) => [
      ...[row.document ?? null, row.date, unitsName(row.currency), row.amount ?? null, row.used],
      ...[results[row.result], row.rate, row.rate_date, row.difference?.rate ?? null],
      ...[row.difference?.percent ?? null, row.difference?.rupees ?? null],
      row.citation?.text ?? null,
    ]),
  }
}
