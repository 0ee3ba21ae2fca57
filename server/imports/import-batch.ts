import { sql } from 'kysely'
import type { ImportRow } from '../../contract/schema/imports.schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesFields, seriesOf, type RateKind, type Series } from '../../domain/series.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { invalid } from '../errors.ts'
import { blockingRows } from './check-import.ts'
import { beginBatch, endBatch, isBlocking, isChange, refuseBlocked, type UndoneRows } from './batches.ts'
import type { Act } from '../identity/actor.ts'
import { bySeries, wire } from '../entries/undo-rates.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { rateImportText } from '../text/en/imports.ts'

/**
 * Enters all rows of an import, with an audit entry for each series, so that a search for one finds it; the caller has taken the lock before it checked them. Throws 400,
 * naming the lines, where one cannot be entered: then none is.
 */
export async function commitBatch(
  trx: Transaction,
  rows: readonly ImportRow[],
  { reason, leaveOut }: { readonly reason: string; readonly leaveOut: number | undefined },
  writer: Act,
) {
  refuseUnlessImportable(rows, leaveOut)
  const changes = rows.filter(isChange)
  const id = await beginBatch(trx, 'rates', writer)
  const batch = {
    id,
    ...(await enterRows(trx, id, changes, writer)),
    unchanged: rows.filter(({ verdict }) => verdict === 'same').length,
    warned: changes.filter(({ verdict }) => verdict === 'suspicious' || verdict === 'holiday').length,
  }
  const named = changes.flatMap(({ currency, kind, ...row }) =>
    currency === null ? [] : [{ ...row, ...seriesOf(currency, kind) }],
  )
  const leftOut = rows.filter(isBlocking)
  for (const [series, own] of bySeries(named)) {
    const replaced = own.filter(({ replaces }) => replaces !== null).length
    const description =
      auditText.ratesImported(series, own.length - replaced, replaced) +
      auditText.importChoices(own.filter(isRounded).length, leftOut.length)
    await recordAuditEntry(trx, writer, 'import exchange rates', description, {
      currency: series.currency,
      metadata: {
        import: id,
        ...(leftOut.length > 0 && {
          left_out: { rows: leftOut.length, lines: linesOf(leftOut).slice(0, MAX_LINES) },
        }),
        changes: own.map(({ date, rate, rounded_from, replaces, warnings }) => ({
          ...{ date, ...seriesFields(series), from: replaces, to: rate },
          ...(rounded_from !== undefined && { rounded_from }),
          ...(warnings.length > 0 && { warnings }),
        })),
      },
      ...(reason !== '' && { personalMetadata: { reason } }),
    })
  }
  return batch
}

/** Lines of rows that were left out, as far as an entry names them. */
const MAX_LINES = 100

function linesOf(rows: readonly ImportRow[]): readonly number[] {
  return [...new Set(rows.map(({ line }) => line))]
}

function isRounded({ rounded_from }: Pick<ImportRow, 'rounded_from'>): boolean {
  return rounded_from !== undefined
}

function refuseUnlessImportable(rows: readonly ImportRow[], leaveOut: number | undefined): void {
  refuseBlocked(blockingRows(rows, leaveOut) ?? [], rows.length)
  if (!rows.some(isChange)) throw invalid({ text: [rateImportText.unchanged] })
}

/** What of a row is entered, and the live rate that it replaces. */
type EnteredRow = Pick<ImportRow, 'date' | 'currency' | 'rate' | 'replaces'> & {
  readonly kind?: RateKind | undefined
}

/** Inserts and updates in one statement each, and remembers what each entry said before; gives how many of either. */
export async function enterRows(
  trx: Transaction,
  batch: number,
  rows: readonly EnteredRow[],
  { actor: { userId }, at }: Act,
): Promise<{ readonly added: number; readonly replaced: number }> {
  const adding = rows.filter(({ replaces }) => replaces === null)
  const replacing = rows.filter(({ replaces }) => replaces !== null)
  if (adding.length > 0) {
    await sql`
      WITH entered AS (
        INSERT INTO manual_rate (currency, kind, date, rate, created_at, created_by, updated_at, updated_by)
        SELECT currency, kind, date, rate, ${at}, ${userId}, ${at}, ${userId} FROM ${given(adding)}
        RETURNING id, rate
      )
      INSERT INTO import_batch_row (batch_id, manual_rate_id, rate) SELECT ${batch}, id, rate FROM entered`.execute(
      trx,
    )
  }
  if (replacing.length > 0) {
    await sql`
      WITH before AS (
        SELECT m.id, m.rate AS previous_rate, m.updated_at AS previous_since, g.rate FROM manual_rate m JOIN ${given(replacing)}
          ON m.currency = g.currency AND m.kind = g.kind AND m.date = g.date WHERE m.deleted_at IS NULL
      ), entered AS (
        UPDATE manual_rate m SET rate = before.rate, updated_at = ${at}, updated_by = ${userId}
        FROM before WHERE m.id = before.id
      )
      INSERT INTO import_batch_row (batch_id, manual_rate_id, rate, previous_rate, previous_since)
      SELECT ${batch}, id, rate, previous_rate, previous_since FROM before`.execute(trx)
  }
  return { added: adding.length, replaced: replacing.length }
}

/** Rows as a table expression `g (currency, kind, date, rate)`. */
function given(rows: readonly EnteredRow[]) {
  const rates = rows.map(({ rate }) => (rate === null ? null : formatRate(rateOf(rate))))
  const kinds = rows.map(({ kind = DEFAULT_KIND }) => kind)
  return sql`unnest(${rows.map(({ currency }) => currency)}::text[], ${kinds}::text[],
    ${rows.map(({ date }) => date)}::date[], ${rates}::numeric[]) AS g (currency, kind, date, rate)`
}

/**
 * Takes an import back: entries that it added are deleted, those that it replaced say again what they said. An entry that
 * someone has touched since is left. Throws 404 for an unknown import, 409 for one that was taken back.
 */
export async function undoBatch(trx: Transaction, id: number, writer: Act): Promise<UndoneRows> {
  const { created_at } = await endBatch(trx, id, 'rates', writer)
  const { reversals, ...undone } = await reverseRows(trx, id, created_at, writer)
  const { left } = undone
  for (const [series, own] of bySeries(reversals)) {
    const putBack = own.filter(({ to }) => to !== null).length
    const changes = own
      .map(({ date, from, to }) => ({ date, ...seriesFields(series), from: wire(from), to: wire(to) }))
      .sort((one, other) => (one.date < other.date ? -1 : 1))
    const description = auditText.importUndone(id, series, own.length - putBack, putBack)
    await recordAuditEntry(trx, writer, 'import exchange rates', description, {
      currency: series.currency,
      metadata: { import: id, undone: true, left, changes },
    })
  }
  if (reversals.length === 0) {
    const metadata = { import: id, undone: true, left }
    await recordAuditEntry(trx, writer, 'import exchange rates', auditText.importLeft(id, left), { metadata })
  }
  return undone
}

/** Rows of a batch that one statement reverses: a file of decades in one would take longer than a statement may. */
const REVERSED_AT_ONCE = 4000

/**
 * Gives each entry of a batch of `createdAt` that nobody has touched since what it said before; deletes it where that was nothing. What it
 * says then is undone with the earlier batch that entered it.
 */
export async function reverseRows(trx: Transaction, id: number, createdAt: Date, writer: Act) {
  const rows = await trx
    .selectFrom('import_batch_row')
    .select('manual_rate_id')
    .where('batch_id', '=', id)
    .orderBy('manual_rate_id')
    .execute()
  const reversals: Reversal[] = []
  for (let at = 0; at < rows.length; at += REVERSED_AT_ONCE) {
    const entries = rows.slice(at, at + REVERSED_AT_ONCE).map(({ manual_rate_id }) => manual_rate_id)
    reversals.push(...(await reverseEntries(trx, { id, createdAt }, entries, writer)))
  }
  const removed = reversals.filter(({ to }) => to === null).length
  return {
    ...{ removed, putBack: reversals.length - removed, left: rows.length - reversals.length },
    reversals,
  }
}

async function reverseEntries(
  trx: Transaction,
  { id, createdAt }: { readonly id: number; readonly createdAt: Date },
  entries: readonly number[],
  { actor: { userId }, at }: Act,
): Promise<readonly Reversal[]> {
  const untouched = sql`FROM import_batch_row r WHERE r.batch_id = ${id} AND r.manual_rate_id = ANY(${entries}::bigint[])
    AND r.manual_rate_id = m.id AND m.deleted_at IS NULL AND m.rate = r.rate
    AND m.updated_at = coalesce(r.stands_since, ${createdAt})`
  const changed = sql`RETURNING m.currency, m.kind, m.date, r.rate AS "from", r.previous_rate AS "to"`
  const { rows: removed } = await sql<Reversal>`
    UPDATE manual_rate m SET deleted_at = ${at}, deleted_by = ${userId} ${untouched} AND r.previous_rate IS NULL
    ${changed}`.execute(trx)
  const { rows: restored } = await sql<Reversal>`
    WITH restored AS (
      UPDATE manual_rate m SET rate = r.previous_rate, updated_at = ${at}, updated_by = ${userId} ${untouched}
        AND r.previous_rate IS NOT NULL
      ${changed}, m.id, r.previous_since
    ), standing AS (
      UPDATE import_batch_row r SET stands_since = ${at} FROM restored, import_batch b
      WHERE r.manual_rate_id = restored.id AND b.id = r.batch_id
        AND coalesce(r.stands_since, b.created_at) = restored.previous_since
    )
    SELECT currency, kind, date, "from", "to" FROM restored`.execute(trx)
  return [...removed, ...restored]
}

/** What undoing did to one entry; `to` is null where the entry was deleted. */
export interface Reversal extends Series {
  readonly date: CalendarDate
  readonly from: string
  readonly to: string | null
}
