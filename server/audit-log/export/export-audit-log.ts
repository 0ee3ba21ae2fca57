import type { KeyObject } from 'node:crypto'
import type { Actor } from '../../identity/actor.ts'
import type { Db } from '../../database/schema.ts'
import { matches, resolveFilter, type AuditFilter } from '../audit-log-queries.ts'
import type { ChainedEntry } from '../entry-hash.ts'
import { refuseTooManyExports } from './export-limit.ts'
import type { ExportFormat } from './export-format.ts'
import { proveExport, RowDigest, type ProvenExport } from './export-proof.ts'
import type { Viewer } from '../mask-details.ts'
import { readChained, readHead } from '../chain/read-chain.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { auditText } from '../../text/en/audit-entries.ts'

/** Entries that are read and written as one piece: others wait for some ms meanwhile. */
const BATCH = 250

/** Enters into the trail that it is exported, and gives the end that the export then has: that very entry. Throws 429 above 30 an hour. */
export async function recordExport(db: Db, format: string, filter: AuditFilter, actor: Actor, at: Date) {
  return db.transaction().execute(async (trx) => {
    // Whose entries, and what was searched for, may name somebody.
    const { user, search, ...rest } = filter
    const typed = { ...(search !== undefined && { search }), ...(user !== undefined && { user }) }
    const parts = Object.entries(filter).map(([name, value]) =>
      name in typed ? `${name} {filter_${name}}` : `${name} ${value}`,
    )
    const description = auditText.trailExported(format, parts.join(', '))
    await recordAuditEntry(trx, { actor, at }, 'export audit trail', description, {
      personal: { filter_search: search ?? '', filter_user: user ?? '' },
      metadata: { format, filter: rest },
      ...(Object.keys(typed).length > 0 && { personalMetadata: { filter } }),
    })
    if (actor.userId !== null) await refuseTooManyExports(trx, 'export audit trail', actor.userId, at)
    return readHead(trx)
  })
}

/**
 * The pieces of an exported file, oldest entry first. Entries never change but for an erasure, so it is consistent without
 * a transaction that would be as long as the slowest reader.
 */
export async function* exportPieces(
  db: Db,
  format: ExportFormat,
  about: ProvenExport & {
    readonly key: KeyObject
    /** For whom others' details are masked. */
    readonly masking: Viewer | null
  },
): AsyncGenerator<string> {
  const digest = new RowDigest()
  const upTo = Math.min(about.filter.up_to ?? about.head.id, about.head.id)
  const filter = { ...(await resolveFilter(db, about.filter, about.masking)), up_to: upTo }
  yield format.begin
  for (let after = 0, more = true; more;) {
    const entries = await readChained(db, matches(filter, { order: 'oldest', most: BATCH, after }))
    let piece = ''
    for (const entry of entries) {
      const viewer = hasDetailsOfOthers(entry, about.masking) ? about.masking : null
      piece += format.entry(entry, digest.rows === 0, viewer)
      digest.add(entry, viewer !== null)
    }
    if (piece !== '') yield piece
    more = entries.length === BATCH
    after = entries.at(-1)?.id ?? after
  }
  yield format.end(proveExport(about.key, digest, about))
}

function hasDetailsOfOthers({ user_id, personal, format }: ChainedEntry, viewer: Viewer | null): boolean {
  return user_id !== viewer?.id && (personal !== null || format === 1)
}
