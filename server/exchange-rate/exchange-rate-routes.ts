import type { FastifyInstance } from 'fastify'
import { sharedListener } from '../database/listener.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Part } from '../health-routes.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { answerAhead } from './answer-ahead.ts'
import { LiveRateBook } from './live-rate-book.ts'
import { manualRateRoutes } from './manual-rate-routes.ts'
import { publicRateRoutes } from './public-rate-routes.ts'
import { PublicRates } from './public-rates.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For pages rendered here: the answers of the public endpoints, and the version that they are of. */
    publicRates: PublicRates
    liveRateBook: LiveRateBook
  }
}

/** Everything under `/api/exchange-rate`. */
export async function exchangeRateRoutes(app: FastifyInstance, deps: AppDependencies): Promise<Part> {
  const listener = sharedListener(app, deps.listenUrl)
  const live = new LiveRateBook({ db: deps.db, listener, configured: deps.config.rateFeed, log: app.log })
  const overTls = deps.config.publicUrl.startsWith('https:')
  const rates = new PublicRates(live, deps.clock, securityHeaders({ overTls }))
  app.decorate('liveRateBook', live)
  app.decorate('publicRates', rates)
  app.addHook('onClose', () => live.close())

  publicRateRoutes(app, rates)
  manualRateRoutes(app, deps, live)
  // Other origins need headers of their own, which the framework's way adds.
  if (deps.config.corsOrigins.length === 0) answerAhead(app, rates)

  await live.load()
  return { state: () => (live.loaded ? 'ok' : 'the rate book is not loaded') }
}
