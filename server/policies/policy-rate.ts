import type * as z from 'zod/mini'
import type { citation } from '../../contract/policies.ts'
import { type CalendarDate } from '../../domain/calendar-date.ts'
import { quotedUnits, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { formatRate } from '../../domain/money.ts'
import { monthOf } from '../../domain/period.ts'
import { ruledRate, type RatePolicy, type RuledRate } from '../../domain/policy.ts'
import { kindFields, seriesOf } from '../../domain/series.ts'
import { policyWords } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import type { RateSnapshot } from '../rates/responses.ts'

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
