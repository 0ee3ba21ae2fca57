import type { FastifyInstance } from 'fastify'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { citedRate } from '../../contract/rates/rate-history.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsFields } from '../../domain/currency.ts'
import { countingSources, rateThatCounts, type RateSource } from '../../domain/rate-precedence.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { ANONYMOUS_USER } from '../../domain/identity/shown-name.ts'
import type { Db } from '../database/schema.ts'
import { ApiError, invalid } from '../errors.ts'
import { readCustomsWeek } from './customs-weeks.ts'
import type { RateDependencies } from './public-rates.ts'
import {
  naming,
  noRateOn,
  publishedBeside,
  refuseFuture,
  type RateSnapshot,
} from './public-responses.ts'
import { hasRevisions, readRevisions, type StoredRevision } from './revision-queries.ts'
import { t } from '../../text/sentences.ts'

type Revision = ResponseBody<typeof citedRate>['data']['revisions'][number]

/** Revisions on a page; the newest are on the first. */
const PAGE_SIZE = 50

/**
 * `GET /api/exchange-rate/:currency/on/:date`: kept like every public response once it has been
 * read.
 */
export function citedRateRoute(
  app: FastifyInstance,
  { readDb, clock, config, publicRates }: RateDependencies,
): void {
  publicRates.serve(
    app,
    citedRate,
    async (snapshot, { params, query }) => {
      const { page = 1, kind, publisher, known_at } = query
      const knownAt = known_at === undefined ? null : new Date(known_at)
      if (knownAt && knownAt > clock()) throw invalid({ known_at: [t.ratesText.futureInstant] })
      const series = seriesOf(params.currency, kind, publisher)
      const asked = { ...series, date: params.date, knownAt, page, publicNames: config.publicNames }
      return naming(query, await citedRateResponse(readDb, snapshot, asked))
    },
    { queries: true },
  )
}

/** What is asked of a day. */
interface CitedRateQuery extends Series {
  readonly date: CalendarDate
  readonly knownAt: Date | null
  /** Page of its revisions, from 1. */
  readonly page: number
  readonly publicNames: boolean
}

/**
 * The rate of one day with its history, as known now or at an instant. It is public: names only
 * with `publicNames`, no addresses, no reasons. Throws 404 for a day without a rate, 400 for one to
 * come.
 */
async function citedRateResponse(
  db: Db,
  { book, today, calendar }: RateSnapshot,
  { currency, kind, publisher, date, knownAt, page, publicNames }: CitedRateQuery,
): Promise<ResponseBody<typeof citedRate>> {
  refuseFuture('date', date, today)
  // What the feed has replaced is no part of a day's history, unless it is asked for as it was.
  const isSampleGone = knownAt === null && !book.hasSample
  const sources = countingSources(book.feed).filter(
    (source) => !(isSampleGone && source === 'sample'),
  )
  const choice = { currency, kind, publisher, date, sources, knownAt }
  const { newest, onPage, total } = await readRevisions(db, choice, { page, size: PAGE_SIZE })
  if (total === 0 && !(await hasRevisions(db, choice))) {
    throw noRate({ book, today, calendar }, choice, date)
  }
  const week = kind === 'customs' ? await readCustomsWeek(db, date, knownAt) : undefined
  const toResponse = (stored: StoredRevision) => revisionOf(stored, publicNames)
  const rateFrom = (source: RateSource) =>
    newest.find((last) => last.source === source && last.rate !== null)
  const counting = rateThatCounts(sources, rateFrom)
  const current = counting && toResponse(counting)
  return {
    data: {
      currency,
      target_currency: TARGET_CURRENCY,
      ...unitsFields(currency),
      date,
      known_at: knownAt?.toISOString() ?? null,
      rate: current?.rate ?? null,
      source: current?.source ?? null,
      ...publishedUnder(counting, sources, rateFrom),
      since: current?.at ?? null,
      entered_by: current?.by ?? null,
      ...(current?.entry && { entry: current.entry }),
      revisions: onPage.map(toResponse),
      ...(week && {
        schedule: {
          first_day: week.firstDay,
          last_day: week.lastDay,
          gazette: week.gazette,
          document: week.document,
        },
      }),
    },
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    per_page: PAGE_SIZE,
    total,
  }
}

function revisionOf(stored: StoredRevision, publicNames: boolean): Revision {
  const { version, at, source, rate, by, corrected, entry } = stored
  return {
    version,
    at: at.toISOString(),
    source,
    rate: rate === null ? null : toWire(rateOf(rate)),
    by: publicNames ? by : by && ANONYMOUS_USER,
    ...(corrected && { corrected }),
    entry,
  }
}

/** What is published beside an entry by hand, as far as it was known then. */
function publishedUnder(
  counting: StoredRevision | undefined,
  sources: readonly RateSource[],
  rateFrom: (source: RateSource) => StoredRevision | undefined,
) {
  const read = (found: StoredRevision | undefined) =>
    found?.rate ? { source: found.source, rate: rateOf(found.rate) } : undefined
  const entry = read(counting)
  const published = sources.filter((source) => source !== 'manual')
  return entry && publishedBeside(entry, () => read(rateThatCounts(published, rateFrom)))
}

/** Why there is nothing to cite. A customs rate is cited by the day on which it began. */
function noRate(
  { book, today, calendar }: RateSnapshot,
  series: Series,
  date: CalendarDate,
): ApiError {
  const before = series.kind === 'customs' ? book.newestUpTo(series, date) : undefined
  if (!before) return noRateOn(series, date, { today, calendar })
  const places = { currency: series.currency, date, before: before.date }
  return new ApiError('not_found', t.ratesText.customsBefore(places))
}
