import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { citedRate } from '../../contract/rates/rate-history.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsFields } from '../../domain/currency.ts'
import { ANONYMOUS_USER } from '../../domain/identity/account.ts'
import { rateOf, toWire } from '../../domain/money.ts'
import { countingSources, rateThatCounts, type RateSource } from '../../domain/rate-precedence.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { matchesSeries, RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { pageFields, serve } from '../http/serve.ts'
import { readCustomsWeek } from './read-other-facts.ts'
import { readKnownVersion } from './read-pieces.ts'
import { readOneVersion, type RateContext } from './rate-context.ts'
import { naming, noRateOn, publishedBeside, refuseFuture, type RateSnapshot } from './responses.ts'

type Revision = ResponseBody<typeof citedRate>['data']['revisions'][number]

const PAGE_SIZE = 50

export function citedRateRoute(app: FastifyInstance, deps: RateContext): void {
  const { readDb, config, snapshot } = deps
  serve(
    app,
    citedRate,
    async ({ params, query }) => {
      const { page = 1, kind, publisher, known_at } = query
      const knownAt = known_at === undefined ? null : new Date(known_at)
      const series = seriesOf(params.currency, kind, publisher)
      const choice = {
        ...series,
        date: params.date,
        knownAt,
        known: knownAt && (await readKnownVersion(deps, knownAt)),
        page,
        publicNames: config.publicNames,
      }
      const read = (known: RateSnapshot) => citedRateResponse(readDb, known, choice)
      return naming(query, await readOneVersion(snapshot, read))
    },
    { queries: true },
  )
}

interface CitedRateQuery extends Series {
  readonly date: CalendarDate
  readonly knownAt: Date | null
  /** The newest version of that instant; null means now. */
  readonly known: number | null
  readonly page: number
  readonly publicNames: boolean
}

/** Public: names only with `publicNames`, no addresses, no reasons. Throws 404 without a rate. */
async function citedRateResponse(
  db: Db,
  { book, today, calendar }: RateSnapshot,
  { currency, kind, publisher, date, knownAt, known, page, publicNames }: CitedRateQuery,
): Promise<ResponseBody<typeof citedRate>> {
  refuseFuture('date', date, today)
  const sources = countingSources(book.feed)
  const choice = { currency, kind, publisher, date, sources, known }
  const { newest, onPage, total, asOf } = await readRevisions(db, choice, { page, size: PAGE_SIZE })
  if (total === 0 && !(await hasRevisions(db, choice))) {
    throw noRate({ book, today, calendar }, choice, date)
  }
  const week =
    kind === 'customs' ? await readCustomsWeek(db, date, asOf?.version ?? known) : undefined
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
      as_of: asOf?.at.toISOString() ?? null,
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
    ...pageFields(page, PAGE_SIZE, total),
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

/** A customs rate is cited by its first day. */
function noRate(snapshot: RateSnapshot, series: Series, date: CalendarDate): ApiError {
  const { book } = snapshot
  const before = series.kind === 'customs' ? book.newestUpTo(series, date) : undefined
  if (!before) return noRateOn(series, date, snapshot)
  const places = { currency: series.currency, date, before: before.date }
  return new ApiError('not_found', t.ratesText.customsBefore(places))
}

interface RevisionChoice extends Series {
  readonly date: CalendarDate
  readonly sources: readonly RateSource[]
  readonly known: number | null
}

interface StoredRevision {
  readonly version: number
  readonly at: Date
  readonly source: RateSource
  /** Null removes the rate. */
  readonly rate: string | null
  readonly by: string | null
  readonly corrected: boolean
  readonly entry: { readonly id: number; readonly hash: string }
}

/** The newest of all changes, of whatever fact. */
interface AsOf {
  readonly version: number
  readonly at: Date
}

type Row = StoredRevision & {
  place: string
  is_newest: boolean
  total: string
  last_change: number
  last_at: Date
}

interface Revisions {
  readonly newest: StoredRevision[]
  readonly onPage: StoredRevision[]
  readonly total: number
  /** Undefined without a revision. */
  readonly asOf: AsOf | undefined
}

/** One query, so that revisions, their number and their instant agree. */
async function readRevisions(
  db: Db,
  choice: RevisionChoice,
  { page, size }: { page: number; size: number },
): Promise<Revisions> {
  const before = (page - 1) * size
  const { rows } = await sql<Row>`
    SELECT n.version, n.at, n.source, n.rate, u.name AS by, n.corrected, n.place, n.is_newest,
    n.total, last.last_change, last.created_at AS last_at,
      json_build_object('id', n.entry, 'hash', encode(n.hash, 'hex')) AS entry
    FROM (
      SELECT c.version, c.created_at AS at, c.source, c.rate, c.user_id, c.entry, c.hash,
        row_number() OVER (ORDER BY c.version DESC) AS place,
        row_number() OVER (PARTITION BY c.source ORDER BY c.version DESC) = 1
          AS is_newest,
        c.source <> 'manual' AND c.rate IS NOT NULL AND p.rate IS NOT NULL AS corrected,
        count(*) OVER () AS total
      FROM ${changesOfValue(choice)}
    ) AS n
    CROSS JOIN (SELECT last_change, created_at FROM public.audit_entry
      WHERE last_change IS NOT NULL
        AND (${choice.known}::bigint IS NULL OR last_change <= ${choice.known})
      ORDER BY last_change DESC LIMIT 1) AS last
    LEFT JOIN public.app_user AS u ON u.id = n.user_id
    WHERE n.is_newest OR (n.place > ${before}::bigint AND n.place <= ${before + size}::bigint)
    ORDER BY n.version`.execute(db)
  const [first] = rows
  return {
    newest: rows.filter((row) => row.is_newest),
    onPage: rows.filter(({ place }) => Number(place) > before && Number(place) <= before + size),
    total: Number(first?.total ?? 0),
    asOf: first && { version: first.last_change, at: first.last_at },
  }
}

/** With the change before `p`. A sample that was replaced is no part of the history. */
function changesOfValue({ date, sources, known, ...series }: RevisionChoice) {
  const isKnown = (change: string) =>
    sql`(${known}::bigint IS NULL OR ${sql.ref(`${change}.version`)} <= ${known})`
  return sql`${RECORDED_CHANGES} c LEFT JOIN public.change p ON p.version = c.previous
    WHERE ${matchesSeries('c', series)} AND c.date = ${date}
      AND c.subject = 'rate' AND c.source = ANY(${sources})
      AND c.rate IS DISTINCT FROM p.rate
      AND ${isKnown('c')} AND (c.source <> 'sample' OR NOT EXISTS (
        SELECT FROM public.change gone WHERE ${matchesSeries('gone', series)}
          AND gone.date = ${date} AND gone.subject = 'rate' AND gone.source = 'sample'
          AND gone.rate IS NULL AND ${isKnown('gone')}))`
}

async function hasRevisions(db: Db, choice: RevisionChoice): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${changesOfValue({ ...choice, known: null })} LIMIT 1`.execute(db)
  return rows.length > 0
}
