import type { Actor } from '../../identity/actor.ts'
import type { Db } from '../../database/schema.ts'
import { matches, resolveFilter, type AuditFilter } from '../matching-entries.ts'
import type { ChainedEntry } from '../entry-hash.ts'
import { refuseTooManyExports } from './export-limit.ts'
import type { AboutExport, ExportFormat } from './export-format.ts'
import type { Viewer } from '../mask-details.ts'
import { readChainedChanges } from '../chain/changes-check.ts'
import { splitMetadata, type Commitments } from '../typed-texts.ts'
import { readExportedTexts } from './exported-texts.ts'
import { readChained, readHead } from '../chain/read-chain.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { t } from '../../../text/sentences.ts'

/** Entries, and changes, that are read at once: others wait for some ms meanwhile. */
const BATCH = 250
/** Characters after which a piece is handed on, however many changes its entry has. */
const PIECE = 100_000

/** Records the export, and gives its end: that very entry. Throws 429 above 30 an hour. */
export async function recordExport(
  db: Db,
  format: string,
  filter: AuditFilter,
  actor: Actor,
  at: Date,
) {
  return db.transaction().execute(async (trx) => {
    // Whose entries, and what was searched for, may name somebody.
    const { user, search, ...rest } = filter
    const typed = { ...(search !== undefined && { search }), ...(user !== undefined && { user }) }
    const parts = Object.entries(filter).map(([name, value]) =>
      name in typed ? `${name} [filter_${name}]` : `${name} ${value}`,
    )
    const description = t.auditText.trailExported({
      format: format.toUpperCase(),
      what: parts.join(', ') || 'everything',
    })
    await recordAuditEntry(trx, { actor, at }, 'export audit trail', description, {
      personal: { filter_search: search ?? '', filter_user: user ?? '' },
      metadata: { format, filter: rest },
      ...(Object.keys(typed).length > 0 && { personalMetadata: { filter } }),
    })
    if (actor.userId !== null)
      await refuseTooManyExports(trx, 'export audit trail', actor.userId, at)
    return readHead(trx)
  })
}

/**
 * The pieces of an exported file, oldest entry first. Entries never change but for an erasure, so
 * no transaction is needed.
 */
export async function* exportPieces(
  db: Db,
  format: ExportFormat,
  /** `masking`: for whom others' details are masked. */
  about: AboutExport & { readonly masking: Viewer | null },
): AsyncGenerator<string> {
  const upTo = Math.min(about.filter.up_to ?? about.head.id, about.head.id)
  const filter = { ...(await resolveFilter(db, about.filter, about.masking)), up_to: upTo }
  yield format.begin(about)
  let written = 0
  for (let after = 0, more = true; more;) {
    const entries = await readChained(db, matches(filter, { order: 'oldest', most: BATCH, after }))
    let piece = ''
    for (const entry of entries) {
      const viewer = entry.user_id === about.masking?.id ? null : about.masking
      const commitments = splitMetadata(entry.metadata).texts
      // What no user typed names nobody.
      const reader = entry.user_id === null ? null : viewer
      const [typed = null] = await readExportedTexts(db, [commitments], reader)
      piece += format.entry(entry, typed, viewer)
      for await (const { changes, texts } of changesOf(db, entry, reader)) {
        for (const [index, change] of changes.entries())
          piece += format.change(change, texts[index] ?? null, entry)
        if (piece.length > PIECE) {
          yield piece
          piece = ''
        }
      }
    }
    if (piece !== '') yield piece
    written += entries.length
    more = entries.length === BATCH
    after = entries.at(-1)?.id ?? after
  }
  yield format.end(written)
}

/** What an entry changed, in the order of versions, a page at a time, with what was typed of it. */
async function* changesOf(
  db: Db,
  { first_change: first, last_change: last }: ChainedEntry,
  viewer: Viewer | null,
) {
  if (first === null || last === null) return
  for (let next = first; next <= last; next += BATCH) {
    const changes = await readChainedChanges(db, next, Math.min(last, next + BATCH - 1))
    const commitments = changes.map(({ texts }) => JSON.parse(texts ?? '{}') as Commitments)
    yield { changes, texts: await readExportedTexts(db, commitments, viewer) }
  }
}
