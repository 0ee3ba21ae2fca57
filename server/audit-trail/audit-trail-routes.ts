import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'

/** Everything under `/api/audit-logs`. */
export async function auditTrailRoutes(_app: FastifyInstance, _deps: AppDependencies): Promise<void> {
  return Promise.resolve()
}
