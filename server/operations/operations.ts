import type { FastifyInstance } from 'fastify'
import type { ChainWatch } from '../audit-log/chain/chain-watch.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { readBudget } from '../email/email-budget-queries.ts'
import { measureLoad, shedLoad } from '../http/load-shedding.ts'
import { recordRequests } from '../http/request-log.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { collectMetrics } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

type ObservedServices = BaseDependencies & {
  readonly chainWatch: ChainWatch
  readonly publicRates: PublicRates
  readonly failedCodes: { readonly total: number }
}

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
  if (config.metricsPort === undefined) return
  const register = collectMetrics(app, record, {
    load,
    refused: () => shed.refused,
    failedCodes: () => deps.failedCodes.total,
    fromMemory: () => deps.publicRates.given,
    strangerEmails: {
      lastHour: async () => (await readBudget(deps.db, 'strangers', '', deps.clock())).length,
      limit: config.strangerEmailsPerHour,
    },
    auditTrail: () => {
      const { verdict, checkedTo } = deps.chainWatch.state()
      const signedTo = deps.chainWatch.newestCheckpoint()?.entry ?? 0
      return { intact: verdict === 'OK' || verdict === 'NOT CHECKED', checkedTo, signedTo }
    },
  })
  serveMetrics(app, register, config.metricsPort)
}
