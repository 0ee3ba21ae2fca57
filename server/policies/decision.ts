import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { citation } from '../../contract/policies.ts'
import { type CalendarDate, dayInColombo } from '../../domain/calendar-date.ts'
import { currencies, type Currency, quotedUnits, TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatRate } from '../../domain/money.ts'
import { monthOf } from '../../domain/period.ts'
import { type PolicyName, type RuledRate, type RatePolicy, ruledRate } from '../../domain/policy.ts'
import { DEFAULT_KIND, type RateKind, seriesOf, kindFields } from '../../domain/series.ts'
import { policyWords } from '../../text/policy-words.ts'
import { t, formatDay } from '../../text/sentences.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { SharedQueue, type Client } from '../http/limits.ts'
import { findPolicy, readPolicies } from '../rates/read-other-facts.ts'
import { readKnownVersion, readPastRates } from '../rates/read-pieces.ts'
import { refuseFuture, type RateSnapshot } from '../rates/responses.ts'

export interface DecisionQuery {
  readonly policy: PolicyName
  readonly known_at?: string | undefined
}

/** Rates of the past are read from the database, for anyone who asks. */
const past = new SharedQueue({ atOnce: 2, toOne: 4, inAll: 40 }, () => t.httpText.busy)

/** Returns a policy of now or of an instant. Throws 400 for an instant to come. */
export async function decide(
  deps: Context,
  client: Client,
  now: RateSnapshot,
  query: DecisionQuery,
  of: readonly Currency[] = currencies(),
): Promise<Basis> {
  const rows = of.map((currency) => ({ currency }))
  const read = () => readBasis(deps, now, { ...query, rows })
  return query.known_at === undefined ? read() : past.run(client, read)
}

export const findDecided = (
  { policy, snapshotOf }: Basis,
  currency: Currency,
  date: CalendarDate,
): RuledRate | undefined => rateByPolicy(snapshotOf(currency), policy, currency, date)

/** Throws 400 for a day to come, 404 without a rate. */
export function decidedRate(basis: Basis, currency: Currency, date: CalendarDate): RuledRate {
  refuseFuture('date', date, basis.today)
  const found = findDecided(basis, currency, date)
  if (found) return found
  const words = policyWords(basis.policy)
  throw new ApiError('not_found', t.policiesText.none({ words, currency, date }))
}

/** Which rate counts for a sheet: by a policy or a series, now or as known at an instant. */
export interface Basis {
  readonly policy: RatePolicy
  readonly named:
    | { readonly name: PolicyName; readonly version: number; readonly changedAt: Date | null }
    | undefined
  readonly knownAt: string | undefined
  readonly today: RateSnapshot['today']
  readonly snapshotOf: (currency: Currency) => RateSnapshot
}

interface BasisFields {
  readonly policy?: PolicyName | undefined
  readonly kind?: RateKind | undefined
  readonly publisher?: string | undefined
  readonly known_at?: string | undefined
  readonly rows: readonly { readonly currency: Currency }[]
}

/** Reads the past rates of the rows' currencies. Throws 400 for a future `known_at`. */
export async function readBasis(
  deps: Pick<Context, 'readDb' | 'clock'>,
  now: RateSnapshot,
  { policy: name, kind = DEFAULT_KIND, publisher, known_at: knownAt, rows }: BasisFields,
): Promise<Basis> {
  const at = knownAt === undefined ? undefined : new Date(knownAt)
  const { readDb: db } = deps
  const version = at && (await readKnownVersion(deps, at))
  const policies = version === undefined ? now.book.policies : await readPolicies(db, version)
  const found = name === undefined ? undefined : findPolicy(policies, name)
  const policy: RatePolicy = found ?? { publisher, kind, rule: 'of the day' }
  const past = new Map<Currency, RateSnapshot>()
  if (at && version !== undefined) {
    const holidays = await readHolidays(db, version)
    const today = dayInColombo(at)
    for (const currency of new Set(rows.map((row) => row.currency))) {
      const series = seriesOf(currency, policy.kind, policy.publisher)
      const book = await readPastRates(db, now.book.feed, series, version)
      book.holidays = holidays
      past.set(currency, { book, today, calendar: holidays.calendar })
    }
  }
  return {
    policy,
    named: name && found && { name, version: found.version, changedAt: found.changed_at },
    knownAt,
    today: at ? dayInColombo(at) : now.today,
    snapshotOf: (currency) => past.get(currency) ?? now,
  }
}

export function nameBasis(reply: FastifyReply, { named }: Basis): void {
  if (named) void reply.header('rate-policy', `${named.name}; version=${named.version}`)
}

/** The first line of a file. */
export const basisNote = ({ policy, named, knownAt }: Basis, publicUrl: string): string =>
  t.policiesText.basis({
    words: policyWords(policy),
    name: named ? t.policies.names[named.name] : null,
    since: named?.changedAt ? dayInColombo(named.changedAt) : null,
    version: named?.version ?? 0,
    knownAt: knownAt ?? null,
    address: publicUrl,
  })

export function rateByPolicy(
  { book, ...asOf }: RateSnapshot,
  { publisher, kind, rule }: RatePolicy,
  currency: Currency,
  date: CalendarDate,
): RuledRate | undefined {
  return ruledRate(rule, book.ratesOf(seriesOf(currency, kind, publisher)), date, asOf)
}

/** Puts a policy into words; for an average, with its days. */
export function ruleWords(policy: RatePolicy, found: RuledRate): string {
  const words = policyWords(policy)
  if (!found.average) return words
  const { from, to, days } = found.average
  return t.policies.averageOf({ rule: words, count: days, from, to })
}

interface Cited {
  readonly policy: RatePolicy
  readonly currency: Currency
  readonly found: RuledRate
  readonly knownAt?: string | undefined
  readonly publicUrl: string
}

export function citeRate(
  { book }: RateSnapshot,
  { policy, currency, found, knownAt, publicUrl }: Cited,
): z.output<typeof citation> {
  const { rate, date, average } = found
  const { kind, publisher } = policy
  const query = new URLSearchParams({
    ...(average && { unit: 'month', from: monthOf(date), to: monthOf(date) }),
    ...kindFields(policy),
    ...(knownAt !== undefined && !average && { known_at: knownAt }),
  })
  const path = average ? `/periods/${currency}` : `/rates/${currency}/${date}`
  const url = `${publicUrl}${path}${query.size > 0 ? `?${query.toString()}` : ''}`
  const source = average
    ? undefined
    : book.rateOn(seriesOf(currency, kind, publisher), date)?.source
  const figure = `${quotedUnits(currency)} = ${formatRate(rate)} ${TARGET_CURRENCY}`
  const day = average ? '' : `, ${formatDay(date)}`
  const by = source === undefined ? '' : `, ${t.sourceNames[source]}`
  const known = knownAt === undefined ? '' : `, as known at ${knownAt}`
  return { url, text: `${figure}${day}${by} (${ruleWords(policy, found)})${known}. ${url}` }
}
