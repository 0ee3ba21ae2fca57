import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'
import type { Part } from '../health-routes.ts'

/** Everything under `/api/exchange-rate`. */
export async function exchangeRateRoutes(_app: FastifyInstance, _deps: AppDependencies): Promise<Part> {
  return Promise.resolve({ state: () => 'ok' })
}
