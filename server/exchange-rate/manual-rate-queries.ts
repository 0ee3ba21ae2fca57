import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { CheckedInput } from '../../contract/endpoint.ts'
import type { ManualRate, recentRates } from '../../contract/manual-rate.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import type { Database } from '../database/schema.ts'

/** Which entries, in which order. */
export type RecentRatesChoice = Omit<CheckedInput<typeof recentRates>['querystring'], 'limit' | 'page'>

const COLUMNS = { entered: 'm.updated_at', date: 'm.date', currency: 'm.currency', rate: 'm.rate' } as const

/** A page of entries, the last entered first unless asked otherwise, and how many there are. */
export async function readRecentRates(
  db: Kysely<Database>,
  { page, limit }: { page: number; limit: number },
  { currency, from, to, state = 'live', sort = 'entered', direction = 'desc' }: RecentRatesChoice,
): Promise<{ entries: ManualRate[]; total: number }> {
  const chosen = (eb: ExpressionBuilder<{ m: Database['manual_rate'] }, 'm'>) =>
    eb.and([
      eb('m.deleted_at', state === 'live' ? 'is' : 'is not', null),
      ...(currency === undefined ? [] : [eb('m.currency', '=', currency)]),
      ...(from === undefined ? [] : [eb('m.date', '>=', from)]),
      ...(to === undefined ? [] : [eb('m.date', '<=', to)]),
    ])
  const column = state === 'deleted' && sort === 'entered' ? 'm.deleted_at' : COLUMNS[sort]
  const rows = await entries(db)
    .where(chosen)
    .orderBy(column, direction)
    .orderBy('m.id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('manual_rate as m')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(chosen)
    .executeTakeFirstOrThrow()
  return { entries: rows.map(answerOf), total }
}

/** An entry as it is answered, live or deleted. */
export async function readManualRate(trx: Transaction<Database>, id: number): Promise<ManualRate> {
  return answerOf(await entries(trx).where('m.id', '=', id).executeTakeFirstOrThrow())
}

/** The live entry of a currency and day. */
export async function findLiveRate(
  trx: Transaction<Database>,
  currency: Currency,
  date: CalendarDate,
): Promise<{ id: number; rate: string } | undefined> {
  return trx
    .selectFrom('manual_rate')
    .select(['id', 'rate'])
    .where('currency', '=', currency)
    .where('date', '=', date)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Makes this transaction the only one that writes rates until it ends. Taken before any row, so that two of them never
 * wait for each other crosswise. `reason` is kept in the history of whatever changes.
 */
export async function lockRates(trx: Transaction<Database>, at: Date, reason = ''): Promise<void> {
  await sql`SELECT lock_rates(), set_config('rupee.at', ${at.toISOString()}, true),
    set_config('rupee.reason', ${reason}, true)`.execute(trx)
}

function entries(db: Kysely<Database> | Transaction<Database>) {
  return db
    .selectFrom('manual_rate as m')
    .innerJoin('app_user as creator', 'creator.id', 'm.created_by')
    .innerJoin('app_user as updater', 'updater.id', 'm.updated_by')
    .leftJoin('app_user as deleter', 'deleter.id', 'm.deleted_by')
    .select(['m.id', 'm.date', 'm.currency', 'm.rate', 'm.created_at', 'm.updated_at', 'm.deleted_at'])
    .select(['creator.name as created_by', 'updater.name as updated_by', 'deleter.name as deleted_by'])
}

function answerOf(row: {
  id: number
  date: CalendarDate
  currency: Currency
  rate: string
  created_at: Date
  updated_at: Date
  created_by: string
  updated_by: string
  deleted_at: Date | null
  deleted_by: string | null
}): ManualRate {
  const { currency, ...rest } = row
  return {
    ...rest,
    base_currency: currency,
    target_currency: TARGET_CURRENCY,
    rate: toWire(rateOf(row.rate)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}
