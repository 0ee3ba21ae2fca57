import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import * as contract from '../../contract/audit-log.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { normaliseEmail } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { invalid } from '../errors.ts'
import { attach, pageFields, serve } from '../http/serve.ts'
import { readActor, type SignedIn } from '../identity/actor.ts'
import { publicKeyText, readCheckpointKey, readCheckpointLines } from './checkpoints.ts'
import { exportPieces, recordExport, RunningExports, TRAIL_FORMATS } from './export.ts'
import { isNarrowed, readPage, type AuditFilter } from './read-audit-page.ts'
import type { Viewer } from './read-audit-entries.ts'
import type { ChainWatch } from './watch.ts'

/** The server ends within 5 s. */
const EXPORT_GRACE_MS = 1500
const PAGE_SIZE = 15
const MAX_USERS = 1000

interface WatchedTrail extends Pick<Context, 'config' | 'db' | 'readDb' | 'clock'> {
  readonly background: boolean
  readonly chainWatch: ChainWatch
}

export function auditTrailRoutes(app: FastifyInstance, deps: WatchedTrail): void {
  const { config, db, readDb, clock, chainWatch: watch } = deps
  const running = new RunningExports()
  app.addHook('preClose', (done) => {
    running.endAfter(EXPORT_GRACE_MS)
    done()
  })

  const viewerOf = ({ user }: SignedIn): Viewer | null =>
    config.auditDetails === 'own' ? user : null

  serve(app, contract.listAuditEntries, async ({ query, signedIn }) => {
    const { page: number = 1, per_page: size = PAGE_SIZE, ...filter } = query
    const viewer = viewerOf(signedIn)
    checkFilter(filter, viewer)
    // Filtered pages are found by reading from the first entry.
    if ((number - 1) * size >= contract.FILTERED_DEPTH && isNarrowed(filter))
      throw invalid({ page: [t.auditLogText.tooDeep({ most: contract.FILTERED_DEPTH })] })
    const { id: newest, actions } = await readTrailEnd(readDb)
    const page = await readPage(readDb, filter, { number, size, end: newest }, viewer)
    return {
      data: page.data,
      ...pageFields(number, size, page.total),
      total_is_minimum: page.totalIsMinimum,
      newest_id: newest,
      actions,
      details: config.auditDetails,
    }
  })

  serve(app, contract.listAuditUsers, async ({ signedIn }) => ({
    data: await readAuditUsers(readDb, viewerOf(signedIn)),
  }))

  serve(app, contract.exportAuditTrail, async ({ query, request, reply, signedIn }) => {
    const { format, ...filter } = query
    const viewer = viewerOf(signedIn)
    checkFilter(filter, viewer)
    const at = clock()
    const name = `audit-trail-${dayInColombo(at)}.${format}`
    attach(reply, name).type(TRAIL_FORMATS[format].mediaType)
    if (request.method === 'HEAD') return Readable.from([])
    const checkpoint = watch.newestCheckpoint()
    return running.run(signedIn.user.id, async () => {
      const head = await recordExport(db, format, filter, { actor: readActor(request), at })
      const pieces = exportPieces(readDb, format, { filter, head, at, checkpoint, viewer })
      // More waiting pieces would only fill the memory.
      return Readable.from(pieces, { highWaterMark: 2 })
    })
  })

  chainRoutes(app, deps)
}

function chainRoutes(app: FastifyInstance, deps: WatchedTrail): void {
  const { config, clock, chainWatch: watch } = deps
  serve(app, contract.auditTrailState, async () => {
    // Without background jobs, as in tests, nothing else verifies.
    if (!deps.background) await watch.check({ everything: true })
    const { verdict, checkedTo, checkedAt, brokenAt, sentence } = watch.state()
    const signed = watch.newestCheckpoint()
    const key = await readCheckpointKey(config.dataDir)
    return {
      data: {
        verdict,
        checked_to: checkedTo,
        checked_at: checkedAt?.toISOString() ?? null,
        broken_at: brokenAt,
        sentence,
        signed_to: signed?.entry ?? null,
        signed_at: signed?.at ?? null,
        public_key: key ? publicKeyText(key) : null,
      },
    }
  })

  serve(app, contract.downloadCheckpoints, async ({ reply }) => {
    const lines = await readCheckpointLines(config)
    const name = `audit-checkpoints-${dayInColombo(clock())}.jsonl`
    attach(reply, name).type('application/x-ndjson; charset=utf-8')
    return Readable.from(lines.map((line) => `${line}\n`))
  })
}

function checkFilter({ from, to, rate_from, rate_to, user }: AuditFilter, viewer: Viewer | null) {
  if (from !== undefined && to !== undefined && from > to)
    throw invalid({ to: [t.auditLogText.reversedDays] })
  if (rate_from !== undefined && rate_to !== undefined && rate_from > rate_to)
    throw invalid({ rate_to: [t.auditLogText.reversedDays] })
  // Matching entries would reveal that the address is registered.
  if (viewer && user?.includes('@') && normaliseEmail(user) !== viewer.email)
    throw invalid({ user: [t.auditLogText.ownEmailOnly] })
}

async function readTrailEnd(db: Db) {
  const { rows } = await sql<{ id: number; actions: string[] }>`
    SELECT id, ARRAY(${distinctValues('action')}) AS actions
    FROM public.audit_head`.execute(db)
  return rows[0] ?? { id: 0, actions: [] }
}

async function readAuditUsers(db: Db, viewer: Viewer | null): Promise<string[]> {
  const { rows } = await sql<{ shown: string }>`
    SELECT CASE WHEN u.erased_at IS NULL THEN u.email ELSE u.name END AS shown
    FROM (${distinctValues('user_id')} LIMIT ${sql.lit(MAX_USERS)}) acted
      JOIN public.app_user u ON u.id = acted.value
    WHERE u.erased_at IS NOT NULL OR ${viewer === null} OR u.id = ${viewer?.id ?? null}
    ORDER BY u.erased_at IS NOT NULL, shown`.execute(db)
  return rows.map(({ shown }) => shown)
}

/** Loose index scan: one step for each distinct value. */
function distinctValues(column: 'action' | 'user_id'): RawBuilder<unknown> {
  const value = sql.ref(column)
  return sql`WITH RECURSIVE step AS (
      SELECT min(${value}) AS value FROM public.audit_entry
      UNION ALL
      SELECT (SELECT min(${value}) FROM public.audit_entry WHERE ${value} > step.value) FROM step
      WHERE step.value IS NOT NULL)
    SELECT value FROM step WHERE value IS NOT NULL`
}
