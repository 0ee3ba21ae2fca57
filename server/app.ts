import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { accessTokenRoutes, accountRoutes } from './account/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditTrailRoutes } from './audit-log/audit-log-routes.ts'
import { calendarRoutes } from './calendar/calendar-routes.ts'
import { missingList } from './calendar/read-holidays.ts'
import { hasMailbox } from './config.ts'
import type { Dependencies } from './deps.ts'
import { mailboxRoutes } from './email/development-mailbox.ts'
import { entryRoutes } from './entries/routes.ts'
import { controlAccess } from './http/access.ts'
import { handleErrors } from './http/error-handler.ts'
import { PublicReads, checkRequests } from './http/serve.ts'
import { logRequests, RequestLog } from './http/request-log.ts'
import { createServer, drainConnectionsOnClose, setHeaders, shedLoad } from './http/server.ts'
import { rateCheckRoutes } from './imports/rate-check.ts'
import { rateValueRoutes } from './imports/rate-value.ts'
import { importRoutes } from './imports/routes.ts'
import { rateNewsRoutes } from './integrations/atom.ts'
import { exportRoute, valueRoutes } from './integrations/files.ts'
import { frankfurterRoutes } from './integrations/frankfurter.ts'
import { startJobs } from './jobs.ts'
import { documentationRoutes } from './openapi/reference.ts'
import { healthRoutes } from './operations/health.ts'
import { logWarnings } from './operations/json-log.ts'
import { requestMetrics, serveMetrics } from './operations/metrics.ts'
import { periodRoutes } from './periods/period-routes.ts'
import { policyRoutes } from './policies/policy-routes.ts'
import { readBuiltPages, type PageSource } from './pages/built-pages.ts'
import { embedRoutes } from './pages/embed-routes.ts'
import { servePages } from './pages/serve-pages.ts'
import { citedRateRoute } from './rates/cited-day.ts'
import { historyFileRoutes } from './rates/downloads.ts'
import { bankBoardRoutes } from './rates/bank-board.ts'
import type { LiveRateBook } from './rates/live-rate-book.ts'
import { rateRoutes } from './rates/rate-routes.ts'
import { rateStreamRoute } from './rates/stream.ts'
import { requestCodeRoutes } from './sign-in/request-code.ts'
import { sessionRoutes } from './sign-in/sessions.ts'
import { verifyRoutes } from './sign-in/verify.ts'
import { t } from '../text/sentences.ts'

/**
 * `app.close()` ends everything except the database. Pages come from `pages`, else from `webRoot`.
 */
export async function buildApp(deps: Dependencies, pages?: PageSource): Promise<FastifyInstance> {
  const { config, liveRateBook, responses } = deps
  const register = new Registry()
  const requests = new RequestLog(requestMetrics(config, register))
  const app = createServer(deps, responses, requests)
  // Before the first awaited plugin, whose routes would keep Fastify's own handler.
  handleErrors(app, deps.disk)
  drainConnectionsOnClose(app)
  logRequests(app, requests)
  responses.keepResponses(app)
  app.decorate('responses', responses).decorate('publicReads', new PublicReads())
  await setHeaders(app, config)
  const refused = deps.background ? await shedLoad(app, deps) : { refused: 0 }
  serveMetrics(app, register, deps, refused)
  checkRequests(app)

  const warnings = () => {
    const refused = liveRateBook.loaded ? liveRateBook.book.feedStatus.refused : null
    const bankHolidays = missingList(liveRateBook, deps.clock())
    const rates = liveRateBook.isTried && missingRates(liveRateBook)
    return {
      ...deps.chainWatch.warnings(),
      ...deps.disk.warnings(),
      ...logWarnings(),
      ...(bankHolidays && { bankHolidays }),
      ...(refused && { feed: t.ratesText.doubtfulFigures({ sentences: refused }) }),
      ...(rates && { rates }),
    }
  }
  void app.register((scope, _options, done) => {
    publicRoutes(scope, deps, warnings)
    done()
  })
  void app.register((scope, _options, done) => {
    controlAccess(scope, deps)
    otherRoutes(scope, deps, warnings)
    done()
  })
  const source = pages ?? (deps.webRoot === null ? undefined : await readBuiltPages(deps.webRoot))
  if (source) {
    embedRoutes(app, source, deps)
    await servePages(app, source, deps)
  }
  runJobs(app, deps)
  return app
}

const MOST_NAMED = 5

function missingRates({ missing }: LiveRateBook): string {
  if (missing.length === 0) return ''
  const names = missing.slice(0, MOST_NAMED).join(', ')
  return t.ratesText.missing({
    count: missing.length,
    names: missing.length > MOST_NAMED ? `${names}, …` : names,
  })
}

type Warnings = () => Readonly<Record<string, string>>

function publicRoutes(app: FastifyInstance, deps: Dependencies, warnings: Warnings): void {
  const { liveRateBook } = deps
  rateRoutes(app, deps)
  bankBoardRoutes(app, deps)
  historyFileRoutes(app, deps)
  citedRateRoute(app, deps)
  periodRoutes(app, deps)
  exportRoute(app, deps)
  valueRoutes(app, deps)
  frankfurterRoutes(app, deps)
  rateNewsRoutes(app, deps)
  rateStreamRoute(app, liveRateBook)
  documentationRoutes(app, deps)
  const healthChecks = {
    // All state is in the database.
    signIn: () => 'ok',
    rates: () => (liveRateBook.isTried ? 'ok' : missingRates(liveRateBook)),
  }
  healthRoutes(app, deps, healthChecks, warnings)
}

function otherRoutes(app: FastifyInstance, deps: Dependencies, warnings: Warnings): void {
  requestCodeRoutes(app, deps)
  verifyRoutes(app, deps)
  sessionRoutes(app, deps)
  accessTokenRoutes(app, deps)
  accountRoutes(app, deps)
  alertRoutes(app, deps)
  policyRoutes(app, deps)
  entryRoutes(app, deps)
  importRoutes(app, deps)
  rateCheckRoutes(app, deps)
  rateValueRoutes(app, deps)
  calendarRoutes(app, deps)
  auditTrailRoutes(app, deps)
  adminRoutes(app, deps, warnings)
  if (deps.mailbox && hasMailbox(deps.config)) mailboxRoutes(app, deps.mailbox, deps.mailboxKey)
}

function runJobs(app: FastifyInstance, deps: Dependencies): void {
  let endJobs: (() => Promise<void>) | undefined
  app.addHook('onReady', (done) => {
    if (deps.background) endJobs = startJobs(deps)
    done()
  })
  app.addHook('onClose', async () => {
    await Promise.all([endJobs?.(), deps.close()])
  })
}
