import { sql, type RawBuilder } from 'kysely'
import { currencies } from '../../domain/currency.ts'
import { rateOf, type Rate } from '../../domain/money.ts'
import {
  countingSources,
  type RateFeedName,
  type RateSource,
} from '../../domain/rate-precedence.ts'
import { bankSeries, RATE_KINDS, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { LIVE_FACTS, matchesSeries, RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import type { Context } from '../context.ts'
import type { Db, FactSubject } from '../database/schema.ts'
import { invalid } from '../errors.ts'
import { MAIN, RateBook, type RateRevision, type Revision } from './rate-book.ts'

/** An entry of the audit trail, and the newest change that it or an earlier one covers. */
export interface Position {
  readonly version: number
  readonly entry: number
  readonly hash: string
}

const READ_HEAD = sql`head.version AS "headVersion", head.id AS entry,
  encode(head.hash, 'hex') AS hash`

/** Returns the configured banks' series that have a rate. */
export async function readBankSeries(db: Db): Promise<readonly Series[]> {
  const { rows } = await sql<Series>`
    SELECT * FROM json_to_recordset(${JSON.stringify(bankSeries())}::json)
      AS wanted (currency text, kind text, publisher text)
    WHERE EXISTS (SELECT FROM ${LIVE_FACTS} f WHERE f.currency = wanted.currency
      AND f.kind = wanted.kind AND f.bank = wanted.publisher AND f.source = 'manual')`.execute(db)
  return rows
}

/** Returns a book of the main series, or of one series of a bank, at one position. */
export async function readPiece(
  db: Db,
  feed: RateFeedName | null,
  series: Series | typeof MAIN,
): Promise<{ book: RateBook; position: Position }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const book = new RateBook(feed)
      const { rows } = await sql<Omit<Position, 'version'> & { headVersion: number }>`
        SELECT ${READ_HEAD} FROM public.audit_head head`.execute(trx)
      const { headVersion: version = 0, entry = 0, hash = '' } = rows[0] ?? {}
      const of =
        series === MAIN
          ? sql`f.currency = ANY(${currencies()}) AND f.kind = ANY(${RATE_KINDS})
              AND f.bank IS NULL`
          : sql`f.currency = ${series.currency} AND f.kind = ${series.kind}
              AND f.bank = ${series.publisher}`
      await fill(book, trx, sql`${LIVE_FACTS} f WHERE ${of}`)
      await fillSeals(book, trx, of)
      return { book, position: { version, entry, hash } }
    })
}

export async function readPastRates(
  db: Db,
  feed: RateFeedName | null,
  series: Series,
  version: number,
): Promise<RateBook> {
  const book = new RateBook(feed)
  await fill(
    book,
    db,
    sql`(SELECT DISTINCT ON (date, source) * FROM public.change
      WHERE ${matchesSeries('change', series)} AND subject = 'rate' AND version <= ${version}
      ORDER BY date, source, version DESC) f WHERE rate IS NOT NULL`,
  )
  return book
}

/**
 * A series comes as one text `20725:3309054,…` of days and ten-thousandths: rows would take ten
 * times as long.
 */
async function fill(book: RateBook, db: Db, rates: RawBuilder<unknown>): Promise<void> {
  const sources = countingSources(book.feed)
  const { rows } = await sql<Series & { source: RateSource; days: string }>`
    SELECT source, currency, kind, bank AS publisher,
      string_agg((date - '1970-01-01'::date) || ':' || (rate * 10000)::bigint, ',') AS days
    FROM ${rates} AND source = ANY(${sources}) GROUP BY source, currency, kind, bank`.execute(db)
  for (const { source, days, ...series } of rows)
    for (let at = 0; at < days.length;) {
      const colon = days.indexOf(':', at)
      const comma = days.indexOf(',', colon)
      const end = comma < 0 ? days.length : comma
      book.put(
        series,
        source,
        Number(days.slice(at, colon)),
        Number(days.slice(colon + 1, end)) as Rate,
      )
      at = end + 1
    }
}

/** A line of `Seals`, from the recorded change `s`. */
const SEAL_LINE = sql`concat_ws(' ', s.part, s.date, s.version, s.entry,
  (extract(epoch FROM s.created_at) * 1000)::bigint, s.fact)`

async function fillSeals(book: RateBook, db: Db, of: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Series & { seals: string }>`
    SELECT s.currency, s.kind, s.bank AS publisher, string_agg(${SEAL_LINE}, E'\n') AS seals
    FROM ${LIVE_FACTS} f JOIN ${RECORDED_CHANGES} s USING (version)
    WHERE f.subject = 'sealed period' AND f.source IS NULL AND ${of}
    GROUP BY s.currency, s.kind, s.bank`.execute(db)
  for (const { seals, ...series } of rows) book.addSeals(series, seals)
}

export interface ChangesAfter {
  /** False if the entry of the position is gone, because the database is another one. */
  readonly isKnown: boolean
  readonly revisions: readonly Revision[]
  /** Some are of a customs schedule, a bank holiday or a policy. */
  readonly hasOthers: boolean
  readonly position: Position
  readonly isLast: boolean
}

/** Returns at most `limit` changes, and the position after them. */
export async function readChangesAfter(
  db: Db,
  { version, entry, hash }: Position,
  limit: number,
): Promise<ChangesAfter> {
  const { rows } = await sql<ChangeRow>`
    SELECT ${READ_HEAD}, ${entry}::bigint = 0 OR EXISTS (SELECT FROM public.audit_entry
        WHERE id = ${entry} AND hash = decode(${hash}, 'hex')) AS "isKnown",
      c.version, c.subject, c.currency, c.kind, c.bank AS publisher, c.date, c.source, c.rate,
      sealed.seal
    FROM public.audit_head head
      LEFT JOIN public.change c ON c.version > ${version} AND c.version <= head.version
      LEFT JOIN LATERAL (SELECT ${SEAL_LINE} AS seal FROM ${RECORDED_CHANGES} s
        WHERE s.version = c.version AND c.subject = 'sealed period') sealed ON true
    ORDER BY c.version LIMIT ${sql.lit(limit)}`.execute(db)
  const [head] = rows
  if (!head) throw new Error('The audit trail has no head')
  const changes = rows.filter((row) => row.version !== null)
  const isLast = rows.length < limit
  return {
    isKnown: head.isKnown && head.headVersion >= version,
    revisions: changes.flatMap(toRevision),
    hasOthers: changes.some(({ subject }) => subject !== 'rate' && subject !== 'sealed period'),
    position: {
      version: isLast ? head.headVersion : (changes.at(-1)?.version ?? version),
      entry: head.entry,
      hash: head.hash,
    },
    isLast,
  }
}

interface Change extends Series {
  readonly version: number
  readonly subject: FactSubject
  readonly date: RateRevision['date']
  readonly source: RateSource
  readonly rate: string | null
  readonly seal: string
}
type Head = Omit<Position, 'version'> & { headVersion: number; isKnown: boolean }
type ChangeRow = Head & (Change | { readonly [column in keyof Change]: null })

function toRevision(change: Change): Revision[] {
  const { version, subject, currency, kind, publisher, date, source, rate, seal } = change
  if (subject === 'sealed period') return [{ version, currency, kind, publisher, seal }]
  if (subject !== 'rate') return []
  const revision = { version, currency, kind, publisher, date, source }
  return [{ ...revision, rate: rate === null ? null : rateOf(rate) }]
}

/** So long ago an instant is now: a request takes a moment. */
const NOW_MS = 5000

interface Row {
  readonly known: number | null
  readonly newest: number
  readonly newestAt: Date | null
}

/**
 * Returns the newest version of an instant. Throws 400 for the future. Entries lie ahead after a
 * clock was; then all of them are known now.
 */
export async function readKnownVersion(
  { readDb, clock }: Pick<Context, 'readDb' | 'clock'>,
  instant: Date,
): Promise<number> {
  const { rows } = await sql<Row>`
    SELECT h.version AS newest, e.created_at AS "newestAt",
      (SELECT last_change FROM public.audit_entry
        WHERE created_at <= ${instant} AND last_change IS NOT NULL
        ORDER BY created_at DESC, id DESC LIMIT 1) AS known
    FROM public.audit_head h LEFT JOIN public.audit_entry e USING (id)`.execute(readDb)
  const { known, newest, newestAt } = rows[0] ?? { known: 0, newest: 0, newestAt: null }
  const now = clock()
  const end = newestAt && newestAt > now ? newestAt : now
  if (instant > end) throw invalid({ known_at: [t.ratesText.futureInstant] })
  const isNow = instant <= now && now.getTime() - instant.getTime() <= NOW_MS
  return isNow && end > now ? newest : (known ?? 0)
}
