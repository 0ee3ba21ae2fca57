import type { FastifyInstance } from 'fastify'
import { measureLoad, shedLoad } from '../http/load-shedding.ts'
import { recordRequests } from '../http/request-log.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { collectMetrics, type ObservedServices } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

/**
 * What whoever runs the server needs to see and to rely on: a line for every request, refusals while it is behind, and
 * metrics where a port is configured for them. To be called before any route is registered.
 */
export function prepareOperations(app: FastifyInstance, deps: ObservedServices, record: RequestRecord): void {
  const { config, pools, background } = deps
  recordRequests(app, record)
  const measured = measureLoad(pools)
  app.addHook('onClose', () => measured.stop())
  const load = { pools, eventLoopDelayMs: deps.eventLoopDelayMs ?? measured.eventLoopDelayMs }
  const shed = background ? shedLoad(app, load) : { refused: 0 }
  if (config.metricsPort !== undefined)
    serveMetrics(app, collectMetrics(app, record, deps, load, shed), config.metricsPort)
}
