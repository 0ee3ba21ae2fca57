import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from './dependencies.ts'
import { measureLoad, shedLoad } from './http/load-shedding.ts'
import { logRequests } from './http/request-log.ts'
import { collectMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'

/**
 * What whoever runs the server needs to see and to rely on: a line for every request, refusals while it is behind, and
 * metrics where a port is configured for them. To be called before any route is registered.
 */
export function prepareOperations(app: FastifyInstance, { config, pool, background }: AppDependencies): void {
  logRequests(app)
  const load = measureLoad(pool)
  app.addHook('onClose', () => load.stop())
  // A test's machine is often behind, and says nothing about the application by that.
  const shed = background ? shedLoad(app, load) : { refused: 0 }
  if (config.metricsPort === undefined) return
  const register = collectMetrics(app, {
    load,
    refused: () => shed.refused,
    fromMemory: () => app.publicRates.given,
    auditTrail: () => {
      const { verdict, checkedTo } = app.trailWatch.state()
      const signedTo = app.trailWatch.newestCheckpoint()?.entry ?? 0
      return { intact: verdict === 'OK' || verdict === 'NOT CHECKED', checkedTo, signedTo }
    },
  })
  serveMetrics(app, register, config.metricsPort)
}
