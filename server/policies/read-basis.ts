import type { FastifyReply } from 'fastify'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { PolicyName, RatePolicy } from '../../domain/policy.ts'
import { DEFAULT_KIND, type RateKind, seriesOf } from '../../domain/series.ts'
import { policyWords } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Context } from '../context.ts'
import { readKnownVersion } from '../rates/read-known-version.ts'
import { readPastRates } from '../rates/read-pieces.ts'
import { findPolicy, readPolicies } from '../rates/read-other-facts.ts'
import type { RateSnapshot } from '../rates/responses.ts'

/** Which rate counts for a sheet: by a policy or a series, now or as known at an instant. */
export interface Basis {
  readonly policy: RatePolicy
  readonly named: { readonly name: PolicyName; readonly version: number } | undefined
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
    named: name && found && { name, version: found.version },
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
    name: named?.name ?? null,
    version: named?.version ?? 0,
    knownAt: knownAt ?? null,
    address: publicUrl,
  })
