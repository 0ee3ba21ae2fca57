import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import {
  exportAuditTrail,
  listAuditEntries,
  listAuditUsers,
  FILTERED_DEPTH,
} from '../../contract/audit-log.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { normaliseEmail } from '../../domain/identity/sign-in-code.ts'
import { actorOf } from '../identity/actor.ts'
import type { BaseDependencies } from '../deps.ts'
import { invalid } from '../errors.ts'
import { serve } from '../http/serve.ts'
import type { SignedIn } from '../identity/actor.ts'
import { readPage, readTrailEnd } from './audit-log-queries.ts'
import { isNarrowed, type AuditFilter } from './matching-entries.ts'
import { readAuditUsers } from './audit-users.ts'
import { exportPieces, recordExport } from './export/export-audit-log.ts'
import { RunningExports } from './export/export-limit.ts'
import { TRAIL_FORMATS } from './export/export-format.ts'
import type { Viewer } from './mask-details.ts'
import type { ChainWatch } from './chain/chain-watch.ts'
import { t } from '../../text/sentences.ts'

/** How long exports may go on once the server ends, which it does within 5 s. */
const EXPORT_GRACE_MS = 1500

/** The specification's page of the audit trail. */
const PAGE_SIZE = 15

export function auditTrailRoutes(
  app: FastifyInstance,
  deps: BaseDependencies & { readonly chainWatch: ChainWatch },
): void {
  const { db, readDb, clock, chainWatch: watch } = deps
  const running = new RunningExports()
  app.addHook('preClose', () => running.end(EXPORT_GRACE_MS))

  const maskingFor = ({ user }: SignedIn): Viewer | null =>
    deps.config.auditDetails === 'own' ? user : null

  serve(app, listAuditEntries, async ({ query, signedIn }) => {
    const { page: number = 1, per_page: size = PAGE_SIZE, ...filter } = query
    refuseReversedDays(filter)
    refuseTooDeep(filter, (number - 1) * size)
    const masking = maskingFor(signedIn)
    refuseOtherUsers(filter, masking)
    const { id: newest, actions } = await readTrailEnd(readDb)
    const page = await readPage(readDb, filter, { number, size, end: newest }, masking)
    return {
      data: page.data,
      current_page: number,
      last_page: Math.max(1, Math.ceil(page.total / size)),
      per_page: size,
      total: page.total,
      total_is_minimum: page.totalIsMinimum,
      newest_id: newest,
      actions,
      details: deps.config.auditDetails,
    }
  })

  serve(app, listAuditUsers, async ({ signedIn }) => ({
    data: await readAuditUsers(readDb, maskingFor(signedIn)),
  }))

  serve(app, exportAuditTrail, async ({ query, request, reply, signedIn }) => {
    const { format: name, ...filter } = query
    const masking = maskingFor(signedIn)
    refuseReversedDays(filter)
    refuseOtherUsers(filter, masking)
    const [format, at] = [TRAIL_FORMATS[name], clock()]
    const send = (file: Readable) => {
      const fileName = `audit-trail-${dayInColombo(at)}.${name}`
      void reply
        .type(format.mediaType)
        .header('content-disposition', `attachment; filename="${fileName}"`)
      return file
    }
    // Who only looks whether it is there takes nothing away, and needs no entry.
    if (request.method === 'HEAD') return send(Readable.from([]))
    const checkpoint = watch.newestCheckpoint()
    return running.run(signedIn.user.id, async () => {
      const head = await recordExport(db, name, filter, actorOf(request), at)
      const pieces = exportPieces(readDb, format, { filter, head, at, checkpoint, masking })
      // More than two pieces in waiting would only fill the memory.
      return send(Readable.from(pieces, { highWaterMark: 2 }))
    })
  })
}

/** What a filter finds is read from its first entry on, however far behind the page is. */
function refuseTooDeep(filter: AuditFilter, offset: number): void {
  if (offset < FILTERED_DEPTH || !isNarrowed(filter)) return
  throw invalid({
    page: [t.auditLogText.tooDeep({ most: FILTERED_DEPTH })],
  })
}

/**
 * With masked details, whether there are entries of an address must not tell that it is registered.
 */
function refuseOtherUsers({ user }: AuditFilter, masking: Viewer | null): void {
  if (!masking || !user?.includes('@') || normaliseEmail(user) === masking.email) return
  throw invalid({ user: [t.auditLogText.ownEmailOnly] })
}

function refuseReversedDays({ from, to, rate_from, rate_to }: AuditFilter): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid({ to: [t.auditLogText.reversedDays] })
  }
  if (rate_from !== undefined && rate_to !== undefined && rate_from > rate_to) {
    throw invalid({ rate_to: [t.auditLogText.reversedDays] })
  }
}
