import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { formatRate } from '../../domain/money.ts'
import { fromDayNumber } from '../../domain/calendar-date.ts'
import { key, type Series } from '../../domain/series.ts'
import { bankOf, entryOf, isOfSeries, sourceOf } from '../audit-log/record-changes.ts'
import { MAX_NAMED, type WrongFact } from '../audit-log/chain/wrong-facts.ts'
import { allowTime } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { type LiveRateBook, READ_MS } from './live-rate-book.ts'

interface Differing extends Series {
  readonly source: RateSource
}

/**
 * The figures that the database holds otherwise than this book, at most 20, found by a digest of
 * each series and source.
 */
export async function findOtherFigures(db: Db, live: LiveRateBook): Promise<WrongFact[]> {
  await live.catchUpNow()
  const found: WrongFact[] = []
  for (const each of await differingColumns(db, live))
    found.push(...(await otherDays(db, live, each)))
  return found.slice(0, MAX_NAMED)
}

async function differingColumns(db: Db, { book }: LiveRateBook): Promise<Differing[]> {
  const { rows } = await db.transaction().execute(async (trx) => {
    await allowTime(trx, READ_MS)
    return sql<Differing & { digest: string }>`
    SELECT source, currency, kind, publisher, encode(sha256(convert_to(
      string_agg(day || ':' || units, ',' ORDER BY day), 'UTF8')), 'hex') AS digest
    FROM (SELECT ${sourceOf('f')} AS source, currency, kind, ${bankOf('f')} AS publisher, date -
    '1970-01-01'::date AS day,
        (rate * 10000)::bigint AS units
      FROM live_fact f WHERE subject = 'rate' AND ended IS NULL) live
    GROUP BY source, currency, kind, publisher`.execute(trx)
  })
  const digests = new Map(rows.map((row) => [`${row.source} ${key(row)}`, row.digest]))
  const differing: Differing[] = []
  for (const { source, series, text } of book.columnTexts()) {
    const digest = text === '' ? undefined : createHash('sha256').update(text).digest('hex')
    if (digests.get(`${source} ${key(series)}`) !== digest) differing.push({ ...series, source })
    await breathe() // 30 years of a series take some 3 ms
  }
  return differing
}

/** The days of a series from one source whose figures differ, and that nobody has just changed. */
async function otherDays(db: Db, live: LiveRateBook, { source, ...series }: Differing) {
  await live.catchUpNow()
  const known = live.book.version
  const { rows } = await sql<{ day: number; units: number }>`
    SELECT date - '1970-01-01'::date AS day, (rate * 10000)::bigint AS units FROM live_fact f
    WHERE subject = 'rate' AND ended IS NULL AND ${isOfSeries('f', series)}
      AND ${sourceOf('f')} = ${source}`.execute(db)
  const stored = new Map(rows.map(({ day, units }) => [day, units]))
  const held = new Map(live.book.daysFrom(series, source))
  const days = [...new Set([...stored.keys(), ...held.keys()])].filter(
    (day) => stored.get(day) !== held.get(day),
  )
  days.sort((one, other) => one - other)
  const found: WrongFact[] = []
  for (const day of days.slice(0, MAX_NAMED)) {
    const date = fromDayNumber(day)
    const {
      rows: [newest],
    } = await sql<{ entry: number; rate: string | null; version: number }>`
      SELECT e.id AS entry, c.rate::text AS rate, c.version
      FROM change c CROSS JOIN LATERAL ${entryOf('c.version')} e
      WHERE ${isOfSeries('c', series)} AND c.date = ${date}
        AND c.subject = 'rate' AND ${sourceOf('c')} = ${source}
      ORDER BY c.version DESC LIMIT 1`.execute(db)
    if (newest && newest.version > known) continue
    const units = held.get(day)
    found.push({
      entry: newest?.entry ?? 1,
      subject: 'rate',
      currency: series.currency,
      kind: series.kind,
      date,
      logged: newest?.rate ?? null,
      shown: units === undefined ? null : formatRate(units),
    })
  }
  return found
}
