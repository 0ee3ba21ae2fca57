import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { AuditAction } from '../../contract/audit-log.ts'
import { t } from '../../text/sentences.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, waitInWords } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import { csvLine } from '../text/spreadsheet.ts'
import {
  matches,
  readInvitedId,
  readUserId,
  resolveFilter,
  type AuditFilter,
} from './read-audit-page.ts'
import { readHead, TrailReader } from './read-trail.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { visibleContent, type Viewer } from './read-audit-entries.ts'
import {
  CHANGE_FIELDS,
  EXPORT_FORMAT,
  fillSentence,
  type ChainEnd,
  type Checkpoint,
  type EntryLine,
  type TrailLine,
} from './trail-format.ts'

/** Rows read at once: other requests wait meanwhile. */
const PAGE = 250
/** In characters. */
const PIECE = 100_000

export async function recordExport(db: Db, format: string, filter: AuditFilter, act: Act) {
  return db.transaction().execute(async (trx) => {
    // Both may contain a person's name.
    const { user, search, ...rest } = filter
    const parts = Object.entries(filter).map(([name, value]) =>
      name === 'user' || name === 'search' ? `${name} [filter_${name}]` : `${name} ${value}`,
    )
    const description = t.auditText.trailExported({
      format: format.toUpperCase(),
      what: parts.join(', ') || 'everything',
    })
    const isAddress = user?.includes('@') ?? false
    await recordAuditEntry(trx, act, 'export audit trail', description, {
      metadata: { format, filter: rest },
      content: { filter_user: isAddress ? '…' : user, filter_search: search },
      ...(user && isAddress && { subject: { email: user, id: await readSubjectId(trx, user) } }),
    })
    if (act.actor.userId !== null)
      await refuseTooManyExports(trx, 'export audit trail', act.actor.userId, act.at)
    return readHead(trx)
  })
}

const readSubjectId = async (db: Db, email: string) =>
  (await readUserId(db, email)) ?? (await readInvitedId(db, email))

interface AboutExport {
  readonly filter: AuditFilter
  readonly head: ChainEnd
  readonly at: Date
  readonly checkpoint: Checkpoint | null
  readonly viewer: Viewer | null
}

export async function* exportPieces(
  db: Db,
  format: keyof typeof TRAIL_FORMATS,
  about: AboutExport,
): AsyncGenerator<string> {
  const { write } = TRAIL_FORMATS[format]
  const { filter, head, at, checkpoint, viewer } = about
  const upTo = Math.min(filter.up_to ?? head.id, head.id)
  const conditions = await resolveFilter(db, { ...filter, up_to: upTo })
  const { id, hash } = head
  const about_ = { format: EXPORT_FORMAT, exported_at: at.toISOString(), filter, checkpoint }
  let piece = write({ export: { ...about_, head: { id, hash } } }, 0)
  let [entries, entry] = [0, 0]
  const page = (after: number, size: number) =>
    matches(conditions, { order: 'oldest', most: size, after })
  const reader = new TrailReader(db, { size: PAGE, page })
  for (let lines = await reader.next(); lines; lines = await reader.next())
    for (const line of lines) {
      if ('entry' in line) {
        entries++
        entry = line.entry.id
      }
      piece += write('entry' in line && viewer ? withoutDetails(line, viewer) : line, entry)
      if (piece.length <= PIECE) continue
      yield piece
      piece = ''
    }
  yield piece + write({ end: { entries } }, entry)
}

/**
 * Leaves out devices and addresses of others. A reduced part has no salt, with which the rest could
 * be guessed.
 */
function withoutDetails(line: EntryLine, viewer: Viewer): EntryLine {
  const { entry, content } = line
  const isOthers = entry.actor === 'user' && entry.user_id !== viewer.id
  const given = content && (JSON.parse(content.data ?? '{}') as Record<string, string>)
  const visible = given && visibleContent(given, viewer, entry.user_id)
  const isWhole = !given || Object.keys(visible ?? {}).length === Object.keys(given).length
  return {
    ...line,
    actor: isOthers && line.actor ? {} : line.actor,
    content: isWhole ? content : { data: JSON.stringify(visible) },
  }
}

const ENTRY_COLUMNS = [
  ...['id', 'created_at', 'action', 'description', 'actor', 'user', 'ip_address', 'device'],
  ...['subject_id', 'content', 'metadata', 'changes_hash', 'previous_hash', 'hash'],
]

function writeCsv(line: TrailLine, entry: number): string {
  if ('export' in line) return csvLine([...ENTRY_COLUMNS, ...CHANGE_FIELDS])
  if ('entry' in line) {
    const { entry: chained, actor, content } = line
    const traces = JSON.parse(actor?.data ?? '{}') as Record<string, string>
    const typed = content?.data === undefined ? null : (JSON.parse(content.data) as object)
    const wasErased = chained.content_hash !== null && content === null
    const cells: Readonly<Record<string, string | number | null | undefined>> = {
      ...chained,
      description: fillSentence(chained.description, wasErased ? 'erased' : { ...typed }),
      actor: chained.user_id === null ? chained.actor : `user ${chained.user_id}`,
      user: traces['email'],
      ip_address: traces['ip'],
      device: traces['device'],
      content: content?.data,
    }
    const row = ENTRY_COLUMNS.map((column) => cells[column] ?? null)
    return csvLine([...row, ...CHANGE_FIELDS.map(() => null)])
  }
  if ('end' in line) return ''
  const { change } = line
  const row = ENTRY_COLUMNS.map((column) => (column === 'id' ? entry : null))
  return csvLine([...row, ...CHANGE_FIELDS.map((field) => change[field])])
}

export const TRAIL_FORMATS = {
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', write: writeCsv },
  jsonl: {
    mediaType: 'application/x-ndjson; charset=utf-8',
    write: (line: TrailLine) => `${JSON.stringify(line)}\n`,
  },
}

/** Each export adds a permanent entry to the trail. */
export const EXPORTS_PER_HOUR = 30
const HOUR_MS = 3_600_000

export class RunningExports {
  /** By user; null until the export streams. */
  readonly #files = new Map<number, Readable | null>()

  async run(userId: number, begin: () => Promise<Readable>): Promise<Readable> {
    if (this.#files.has(userId))
      throw new ApiError('too_many_requests', t.auditLogText.exportRunning, { retryAfter: 5 })
    this.#files.set(userId, null)
    const end = () => this.#files.delete(userId)
    try {
      const file = (await begin()).once('close', end)
      this.#files.set(userId, file)
      return file
    } catch (error) {
      end()
      throw error
    }
  }

  endAfter(graceMs: number): void {
    const cut = () => this.#files.values().forEach((file) => file?.destroy())
    setTimeout(cut, graceMs).unref()
  }
}

/**
 * Throws 429 above 30 exports of a kind in an hour. Call after recording one, which locks the end
 * of the trail, so that concurrent exports are counted in turn.
 */
export async function refuseTooManyExports(
  trx: Transaction,
  action: Extract<AuditAction, `export ${string}`>,
  userId: number,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ exports: number; oldest: Date }>`
    SELECT count(*) AS exports, min(created_at) AS oldest FROM public.audit_entry
    WHERE action = ${action} AND user_id = ${userId}
      AND created_at > ${new Date(now.getTime() - HOUR_MS)}`.execute(trx)
  const { exports, oldest } = rows[0] ?? { exports: 0, oldest: now }
  if (exports <= EXPORTS_PER_HOUR) return
  const wait = (oldest.getTime() + HOUR_MS - now.getTime()) / 1000
  throw new ApiError(
    'too_many_requests',
    t.auditLogText.tooManyExports({
      isOwn: action === 'export account',
      most: EXPORTS_PER_HOUR,
      wait: waitInWords(wait),
    }),
    { retryAfter: wait },
  )
}
