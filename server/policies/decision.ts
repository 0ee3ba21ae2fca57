import type { CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import type { PolicyName, RuledRate } from '../../domain/policy.ts'
import { policyWords } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { SharedQueue, type Client } from '../http/limits.ts'
import { refuseFuture, type RateSnapshot } from '../rates/responses.ts'
import { rateByPolicy } from './policy-rate.ts'
import { readBasis, type Basis } from './read-basis.ts'

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
