import type { FastifyInstance } from 'fastify'
import { openListener } from '../database/listener.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Part } from '../operations/health-routes.ts'
import { ANY_ORIGIN_HEADERS } from '../http/cross-origin.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { respondEarly } from './answer-early.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { historyFileRoutes } from './history-file-routes.ts'
import { importRoutes } from '../imports/import-routes.ts'
import { LiveRateBook } from './live-rate-book.ts'
import { manualRateRoutes } from '../entries/manual-rate-routes.ts'
import { citedRateRoute } from './cited-rate-route.ts'
import { publicRateRoutes } from './public-rate-routes.ts'
import { PublicRates } from './public-rates.ts'
import { configuredFeed } from '../feeds/configured-feed.ts'
import { FeedSchedule } from '../feeds/feed-schedule.ts'
import { rateStreamRoute } from '../stream/rate-stream.ts'
import { loadSample } from '../feeds/sample/load-sample.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The public answers, and the version that pages made of them are of. */
    publicRates: PublicRates
    liveRateBook: LiveRateBook
  }
}

/** Everything under `/api/exchange-rate`. */
export async function exchangeRateRoutes(app: FastifyInstance, deps: AppDependencies): Promise<Part> {
  const listener = openListener(app, deps.listenUrl)
  const live = new LiveRateBook({ db: deps.db, listener, configured: deps.config.rateFeed, log: app.log })
  const overTls = deps.config.publicUrl.startsWith('https:')
  const rates = new PublicRates(live, deps.clock, {
    ...securityHeaders({ overTls }),
    ...ANY_ORIGIN_HEADERS,
  })
  app.decorate('liveRateBook', live)
  app.decorate('publicRates', rates)
  app.addHook('onClose', () => live.close())

  publicRateRoutes(app, rates)
  historyFileRoutes(app, rates)
  citedRateRoute(app, deps, rates)
  manualRateRoutes(app, deps, live)
  importRoutes(app, deps, live)
  rateStreamRoute(app, live)
  respondEarly(app, rates, deps.clock)

  if (deps.background) await startJobs(app, deps)
  await live.load()
  return { state: () => (live.loaded ? 'ok' : 'the rate book is not loaded') }
}

const HOUR_MS = 3_600_000

/** The sample for an empty installation, the imports, and the clearing of old keys. None of them keeps the server from starting. */
async function startJobs(app: FastifyInstance, { db, clock, config }: AppDependencies): Promise<void> {
  const orWarn = (what: string) => (error: unknown) => app.log.warn({ err: error }, what)
  await loadSample(db, clock()).catch(orWarn('The sample could not be loaded'))
  const forget = () => {
    void forgetOldKeys(db, clock()).catch(orWarn('Old idempotency keys could not be removed'))
  }
  const timer = setInterval(forget, HOUR_MS)
  timer.unref()
  const feed = configuredFeed(config)
  const schedule = feed ? new FeedSchedule({ db, feed, clock, log: app.log }) : null
  schedule?.start()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await schedule?.close()
  })
}
