import type { Kysely } from 'kysely'
import type { Answer } from '../../contract/endpoint.ts'
import type { citedRate } from '../../contract/rate-history.ts'
import { formatDay, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCY_NAMES, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { missingReason, RATE_SOURCES, type RateSource } from '../../domain/exchange-rate.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { ANONYMOUS_USER } from '../../domain/user-name.ts'
import type { Database } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { refuseFuture, type Reading } from './public-answers.ts'

type Cited = Answer<typeof citedRate>['data']
type Revision = Cited['revisions'][number]

/**
 * The rate of one day with its history, as known now or at an instant. It is public and kept for everyone: users are named only
 * where `publicNames` says so, and there are no addresses and no reasons. Throws 404 for a day that never had a rate, 400 for one to come.
 */
export async function citedRateAnswer(
  db: Kysely<Database>,
  { book, today }: Reading,
  asked: { currency: Currency; date: CalendarDate; knownAt: Date | null; publicNames: boolean },
): Promise<Answer<typeof citedRate>> {
  const { currency, date, knownAt, publicNames } = asked
  refuseFuture('date', date, today)
  const sources = RATE_SOURCES.filter((each) => each === 'manual' || each === 'sample' || each === book.feed)
  const named = await readRevisions(db, currency, date, sources)
  const all = publicNames ? named : named.map((each) => ({ ...each, by: each.by && ANONYMOUS_USER }))
  if (all.length === 0) {
    const day = `${CURRENCY_NAMES[currency]} on ${formatDay(date)}`
    throw new ApiError('not_found', `No rate of the ${day} is known: ${missingReason(date, today)}.`)
  }
  const revisions = knownAt === null ? all : all.filter(({ at }) => Date.parse(at) <= knownAt.getTime())
  const standing = standingOf(revisions, sources)
  return {
    data: {
      currency,
      target_currency: TARGET_CURRENCY,
      date,
      known_at: knownAt?.toISOString() ?? null,
      rate: standing?.rate ?? null,
      source: standing?.source ?? null,
      since: standing?.at ?? null,
      entered_by: standing?.by ?? null,
      revisions,
    },
  }
}

/** The revision that gives the day its rate: the last of the strongest source that has one. */
function standingOf(revisions: readonly Revision[], sources: readonly RateSource[]): Revision | undefined {
  return sources
    .map((source) => revisions.findLast((each) => each.source === source))
    .find((last) => last !== undefined && last.rate !== null)
}

async function readRevisions(
  db: Kysely<Database>,
  currency: Currency,
  date: CalendarDate,
  sources: readonly RateSource[],
): Promise<Revision[]> {
  const rows = await db
    .selectFrom('rate_revision as r')
    .leftJoin('app_user as u', 'u.id', 'r.user_id')
    .select(['r.version', 'r.at', 'r.source', 'r.rate', 'u.name as by'])
    .where('r.currency', '=', currency)
    .where('r.date', '=', date)
    .where('r.source', 'in', sources)
    .orderBy('r.version')
    .execute()
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    rate: row.rate === null ? null : toWire(rateOf(row.rate)),
  }))
}
