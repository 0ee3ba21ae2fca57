import { sql } from 'kysely'
import type { RateWarningOutput } from '../../contract/entries.ts'
import type { ErrorResponse } from '../../contract/errors.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { formatRate, toWire, type Rate } from '../../domain/money.ts'
import { isFigureWarning, type RateWarningKind } from '../../domain/rate-warnings.ts'
import { key, kindFields, seriesOf, type RateKind, type Series } from '../../domain/series.ts'
import { rateName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { Act, SignedIn } from '../identity/actor.ts'

interface DoubtfulRate extends Series {
  readonly date: CalendarDate
  readonly rate: Rate
  readonly warnings: readonly RateWarningOutput[]
  /** The line of an import, or the place among several entries from 1. */
  readonly line?: number | undefined
}

interface WrittenRate extends DoubtfulRate {
  readonly accept?: readonly RateWarningKind[] | undefined
}

export class DoubtfulRates extends ApiError {
  readonly rates: readonly DoubtfulRate[]

  constructor(rates: readonly DoubtfulRate[]) {
    const [first] = rates
    super('doubtful_rate', t.entriesText.doubtful({ sentence: first?.warnings[0]?.sentence ?? '' }))
    this.rates = rates
  }

  override toResponse(): ErrorResponse {
    const warnings = this.rates.flatMap(({ warnings, line }) =>
      warnings.map((each) => ({ ...each, ...(line !== undefined && { line }) })),
    )
    return { ...super.toResponse(), warnings: warnings.slice(0, MOST_WARNINGS) }
  }
}

const MOST_WARNINGS = 100

export const openWarnings = (
  warnings: readonly RateWarningOutput[],
  accept: readonly RateWarningKind[] = [],
): RateWarningOutput[] =>
  warnings.filter(({ kind }) => isFigureWarning(kind) && !accept.includes(kind))

/**
 * Throws 422 if a program would store a doubtful figure whose codes it does not accept. A page has
 * asked its user.
 */
export function refuseDoubtful(
  { accessToken }: Pick<SignedIn, 'accessToken'>,
  rates: readonly WrittenRate[],
): void {
  if (!accessToken) return
  const refused = rates.flatMap(({ accept, warnings, ...rate }) => {
    const open = openWarnings(warnings, accept)
    return open.length === 0 ? [] : [{ ...rate, warnings: open }]
  })
  if (refused.length > 0) throw new DoubtfulRates(refused)
}

const MOST_NAMED = 50
/** A program that repeats a refused call does not fill the trail. */
const REPEATED = "interval '1 hour'"

/** Runs after the refused transaction, of which nothing stays. */
export async function recordRefusal(
  trx: Transaction,
  { rates }: DoubtfulRates,
  { actor, at }: Act,
): Promise<void> {
  const [first, ...more] = rates
  if (!first) return
  const sentence = t.auditText.rateRefused({
    name: rateName(first),
    date: first.date,
    rate: formatRate(first.rate),
    target: TARGET_CURRENCY,
    more: more.length,
  })
  const { rows } = await sql`SELECT FROM public.audit_entry
    WHERE action = 'refused exchange rate' AND user_id = ${actor.userId}
      AND description = ${sentence} AND created_at > ${at}::timestamptz - ${sql.raw(REPEATED)}
    LIMIT 1`.execute(trx)
  if (rows.length > 0) return
  const refused = rates.slice(0, MOST_NAMED).map(({ currency, date, rate, ...rest }) => ({
    currency,
    ...kindFields(rest),
    date,
    rate: toWire(rate),
    warnings: rest.warnings.map(({ kind }) => kind),
  }))
  await recordAuditEntry(trx, { actor, at }, 'refused exchange rate', sentence, {
    metadata: { refused },
  })
}

interface Refusal extends SeriesFields {
  readonly date: CalendarDate
  readonly rate: number
  readonly refused_at: Date
}

interface SeriesFields {
  readonly currency: Currency
  readonly kind?: RateKind
  readonly publisher?: string
}

const MOST_REFUSALS = 50

/** Each day of a series once, newest first. */
export async function readRefusals(db: Db, now: Date): Promise<readonly Refusal[]> {
  const { rows } = await sql<{ refused: Omit<Refusal, 'refused_at'>[]; refused_at: Date }>`
    SELECT metadata::json -> 'refused' AS refused, created_at AS refused_at FROM public.audit_entry
    WHERE action = 'refused exchange rate' AND created_at > ${now}::timestamptz - interval '30 days'
    ORDER BY id DESC LIMIT ${sql.lit(MOST_REFUSALS)}`.execute(db)
  const days = new Map<string, Refusal>()
  for (const { refused, refused_at } of rows)
    for (const { currency, kind, publisher, date, rate } of refused) {
      const series = { currency, ...(kind && { kind }), ...(publisher && { publisher }) }
      const day = key(seriesOf(currency, kind, publisher), date)
      if (!days.has(day)) days.set(day, { ...series, date, rate, refused_at })
    }
  return [...days.values()].slice(0, MOST_REFUSALS)
}
