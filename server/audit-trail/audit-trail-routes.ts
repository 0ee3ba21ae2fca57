import type { FastifyInstance } from 'fastify'
import { listAuditEntries } from '../../contract/audit-trail.ts'
import type { AppDependencies } from '../dependencies.ts'
import { invalid } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { readPage, readTrailEnd, type AuditFilter } from './audit-trail-queries.ts'

/** The specification's page of the audit trail. */
const PAGE_SIZE = 15

/** Everything under `/api/audit-logs`. */
export async function auditTrailRoutes(app: FastifyInstance, deps: AppDependencies): Promise<void> {
  const { db } = deps
  serve(app, listAuditEntries, async ({ querystring, reply }) => {
    const { page: number = 1, per_page: size = PAGE_SIZE, ...filter } = querystring
    refuseReversedDays(filter)
    const { id: newest, actions } = await readTrailEnd(db)
    const page = await readPage(db, filter, { number, size, end: newest })
    reply.header('cache-control', 'no-store')
    return {
      data: page.data,
      current_page: number,
      last_page: Math.max(1, Math.ceil(page.total / size)),
      per_page: size,
      total: page.total,
      total_is_minimum: page.totalIsMinimum,
      newest_id: newest,
      actions,
    }
  })
  return Promise.resolve()
}

function refuseReversedDays({ from, to }: AuditFilter): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid({ to: ['The last day must not be before the first.'] })
  }
}
