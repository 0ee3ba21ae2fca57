import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'
import type { Part } from '../health-routes.ts'

/** Everything under `/api/auth`. */
export async function signInRoutes(_app: FastifyInstance, _deps: AppDependencies): Promise<Part> {
  return Promise.resolve({ state: () => 'ok' })
}
