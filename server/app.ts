import { EventEmitter } from 'node:events'
import { randomBytes } from 'node:crypto'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { BODY_LIMIT } from '../contract/endpoint.ts'
import { accessTokenRoutes } from './account/access-tokens.ts'
import { adminRoutes } from './admin/routes.ts'
import { accountRoutes } from './account/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditTrailRoutes } from './audit-log/audit-log-routes.ts'
import { chainRoutes } from './audit-log/chain-routes.ts'
import { calendarRoutes } from './calendar/calendar-routes.ts'
import { holidayProposalRoutes } from './feeds/proposed-holidays.ts'
import { missingList } from './calendar/missing-list.ts'
import { hasMailbox, type Config } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { mailboxRoutes } from './email/development-mailbox.ts'
import { entryRoutes } from './entries/routes.ts'
import { allowOrigins } from './http/cross-origin.ts'
import { handleErrors } from './http/error-handler.ts'
import { drainConnectionsOnClose } from './operations/drain-connections.ts'
import { respondBeforeHooks } from './http/framework-errors.ts'
import { refuseOtherHosts } from './http/host-header.ts'
import { acceptJsonOnly } from './http/json-body.ts'
import { leaveLengthOutOf304 } from './http/not-modified.ts'
import { handleUnknownRoutes } from './http/unknown-routes.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { useContractSchemas } from './http/validation.ts'
import { authenticate } from './sign-in/authenticate.ts'
import { authorise } from './sign-in/authorise.ts'
import { limitCalls, ReadLimits } from './sign-in/limit-calls.ts'
import { rateCheckRoutes } from './imports/check/rate-check-routes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { exportRoute, valueRoutes, rateNewsRoutes } from './integrations/integration-routes.ts'
import { frankfurterRoutes } from './integrations/frankfurter-routes.ts'
import { startJobs } from './jobs.ts'
import { documentationRoutes } from './openapi/openapi-routes.ts'
import { healthRoutes } from './operations/health-routes.ts'
import { periodRoutes } from './periods/period-routes.ts'
import { policyRoutes } from './policies/policy-routes.ts'
import { prepareOperations } from './operations/operations.ts'
import type { FinishedRequests } from './http/request-log.ts'
import { respondEarly } from './http/respond-early.ts'
import { citedRateRoute } from './rates/cite-rate.ts'
import { historyFileRoutes, publicRateRoutes } from './rates/public-rate-routes.ts'
import { setSharedCacheHeaders } from './shared-cache/cache-headers.ts'
import { requestCodeRoutes } from './sign-in/request-code.ts'
import { sessionRoutes } from './sign-in/sessions.ts'
import { verifyRoutes } from './sign-in/verify.ts'
import { rateStreamRoute } from './stream/rate-stream.ts'
import { readBuiltPages } from './pages/built-pages.ts'
import { embedRoutes } from './pages/embed-routes.ts'
import type { PageSource } from './pages/page-source.ts'
import { servePages } from './pages/serve-pages.ts'

/**
 * A client that has not sent its whole request by then is cut off: slow senders must not hold
 * connections.
 */
const REQUEST_TIMEOUT_MS = 10_000
/** Node waits for this twice before it closes the connection of a client that does not read. */
const SILENCE_MS = 4_000

/**
 * Builds the application without listening: routes, checks, errors and, with `background`, jobs.
 * `app.close()` ends all but the database. The pages come from `pages`, else from `webRoot`.
 */
export async function buildApp(deps: Dependencies, pages?: PageSource): Promise<FastifyInstance> {
  const { config, liveRateBook, publicRates } = deps
  const requests: FinishedRequests = new EventEmitter()
  const app = createServer(deps, requests, pages)
  addHooks(app, deps, requests)

  requestCodeRoutes(app, deps)
  verifyRoutes(app, deps)
  sessionRoutes(app, deps)
  accessTokenRoutes(app, deps)
  accountRoutes(app, deps)
  alertRoutes(app, deps)
  publicRateRoutes(app, publicRates)
  historyFileRoutes(app, publicRates)
  citedRateRoute(app, deps)
  periodRoutes(app, deps)
  policyRoutes(app, deps)
  exportRoute(app, publicRates)
  valueRoutes(app, publicRates)
  frankfurterRoutes(app, publicRates)
  rateNewsRoutes(app, deps)
  entryRoutes(app, deps)
  importRoutes(app, deps)
  rateCheckRoutes(app, deps)
  calendarRoutes(app, deps)
  holidayProposalRoutes(app, deps)
  rateStreamRoute(app, liveRateBook)
  auditTrailRoutes(app, deps)
  chainRoutes(app, deps)
  documentationRoutes(app, deps)
  const healthChecks = {
    // All state is in the database, which has its own health check.
    signIn: () => 'ok',
    rates: () => (liveRateBook.loaded ? 'ok' : 'the rate book is not loaded'),
  }
  const warnings = () => {
    const bankHolidays = missingList(liveRateBook, deps.clock())
    return {
      ...deps.chainWatch.warnings(),
      ...deps.purges.warnings(),
      ...deps.disk.warnings(),
      ...(bankHolidays && { bankHolidays }),
    }
  }
  healthRoutes(app, deps, healthChecks, warnings)
  adminRoutes(app, deps, warnings)
  if (deps.mailbox && hasMailbox(config)) mailboxRoutes(app, deps.mailbox, deps.mailboxKey)
  embedRoutes(app, deps)
  const source = pages ?? (deps.webRoot === null ? undefined : await readBuiltPages(deps.webRoot))
  if (source) await servePages(app, source, deps)
  return app
}

function createServer(
  { config, log, publicRates }: Dependencies,
  requests: FinishedRequests,
  pages?: PageSource,
): FastifyInstance {
  const app = fastify({
    ...respondBeforeHooks(securityHeaders(config)),
    loggerInstance: log,
    serverFactory: respondEarly(
      {
        // What is kept for a shared cache says how long, which is another time at each request.
        find: (url) => (config.cachePurgeUrls.length > 0 ? undefined : publicRates.find(url)?.sent),
        count: (status) => publicRates.given[status === 200 ? 'full' : 'notModified']++,
      },
      { requests, logsAll: config.logLevel === 'debug' || config.logLevel === 'trace' },
    ),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A page that is compiled while somebody waits for it may take longer.
    connectionTimeout: pages?.isFinal === false ? 0 : SILENCE_MS,
    http: {
      requireHostHeader: false,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
    },
    forceCloseConnections: 'idle',
    genReqId: () => randomBytes(8).toString('hex'),
    logController: new LogController({ disableRequestLogging: true }),
    // Whoever calls a server that is stopping over an open connection is served all the same.
    return503OnClosing: false,
  })
  // Node would answer an unknown expectation with a bare 417; it may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  return app
}

/** What holds for every route. Hooks for requests run in this order. */
function addHooks(app: FastifyInstance, deps: Dependencies, requests: FinishedRequests): void {
  drainConnectionsOnClose(app)
  setSecurityHeaders(app, deps.config)
  refuseOtherHosts(app)
  allowOrigins(app, deps.config.corsOrigins)
  prepareOperations(app, deps, requests)
  useContractSchemas(app)
  handleErrors(app, deps.disk)
  handleUnknownRoutes(app)
  leaveLengthOutOf304(app)
  acceptJsonOnly(app)
  const reads = new ReadLimits()
  authenticate(app, deps, reads)
  limitCalls(app, deps, reads)
  authorise(app, deps.config)
  if (deps.config.cachePurgeUrls.length > 0) setSharedCacheHeaders(app, deps)
  let endJobs: (() => Promise<void>) | undefined
  app.addHook('onReady', (done) => {
    if (deps.background) endJobs = startJobs(deps)
    done()
  })
  app.addHook('onClose', async () => {
    await Promise.all([endJobs?.(), deps.close()])
  })
}

/** A number of hops as the function that Fastify asks of each address from the socket outwards. */
function trustedProxies(
  trusted: Config['trustProxy'],
): string[] | false | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}
