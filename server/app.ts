import { randomBytes } from 'node:crypto'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { BODY_LIMIT } from '../contract/endpoint.ts'
import { accountRoutes } from './account/account-routes.ts'
import { auditTrailRoutes } from './audit-log/audit-log-routes.ts'
import type { Config } from './config.ts'
import type { AppDependencies } from './dependencies.ts'
import { documentationRoutes } from './openapi/openapi-routes.ts'
import { exchangeRateRoutes } from './rates/rates-routes.ts'
import { healthRoutes } from './operations/health-routes.ts'
import { allowOrigins } from './http/cross-origin.ts'
import { handleErrors } from './http/error-handler.ts'
import { drainConnectionsOnClose } from './http/drain-connections.ts'
import { respondBeforeHooks } from './http/framework-errors.ts'
import { refuseOtherHosts } from './http/host-header.ts'
import { acceptJsonOnly } from './http/json-body.ts'
import { leaveLengthOutOf304 } from './http/not-modified.ts'
import { PerUser } from './http/per-user.ts'
import { handleUnknownRoutes } from './http/unknown-routes.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { useContractSchemas } from './http/validation.ts'
import { prepareOperations } from './operations/operations.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { servePages } from './web/serve-pages.ts'

/** Reads of one user that run at once, and that may wait: a page of ours asks for 3. */
const USER_READS = { atOnce: 2, queued: 4 }
/** A client that has not sent its whole request by then is cut off: slow senders must not hold connections. */
const REQUEST_TIMEOUT_MS = 10_000
/** Node looks twice at a connection whose client does not read before it ends it: closed after 12 s and what it read meanwhile. */
const SILENCE_MS = 6_000

/**
 * Builds the whole application without listening: routes, checks, errors and, where `background` says so, its jobs.
 * `app.close()` ends everything that it started; the database stays the caller's.
 */
export async function buildApp(deps: AppDependencies, logger?: FastifyBaseLogger): Promise<FastifyInstance> {
  const overTls = deps.config.publicUrl.startsWith('https:')
  const app = fastify({
    ...respondBeforeHooks(securityHeaders({ overTls })),
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    trustProxy: trustedProxies(deps.config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    http: {
      requireHostHeader: false,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
    },
    forceCloseConnections: 'idle',
    genReqId: () => randomBytes(8).toString('hex'),
    logController: new LogController({ disableRequestLogging: true }),
    // Whoever reaches a server that is stopping over an open connection is served all the same.
    return503OnClosing: false,
  })
  // Node itself would answer an unknown expectation with a bare 417; it may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  drainConnectionsOnClose(app)
  app.decorate('userReads', new PerUser(USER_READS))
  setSecurityHeaders(app, { overTls })
  refuseOtherHosts(app)
  allowOrigins(app, deps.config.corsOrigins)
  prepareOperations(app, deps)
  useContractSchemas(app)
  handleErrors(app)
  handleUnknownRoutes(app)
  leaveLengthOutOf304(app)
  acceptJsonOnly(app)
  app.decorateRequest('signedIn', null)

  const signIn = await signInRoutes(app, deps)
  accountRoutes(app, deps)
  const rates = await exchangeRateRoutes(app, deps)
  await auditTrailRoutes(app, deps)
  documentationRoutes(app, deps)
  healthRoutes(app, deps, { signIn, rates }, () => app.chainWatch.warnings())
  if (deps.webRoot !== null)
    await servePages(app, {
      webRoot: deps.webRoot,
      providerName: deps.config.providerName,
      publicUrl: deps.config.publicUrl,
      clock: deps.clock,
      version: () => app.publicRates.version,
      changesKnown: () => app.publicRates.changesKnown,
    })
  return app
}

/** A number of hops as the function that Fastify asks of each address from the socket outwards. */
function trustedProxies(
  trusted: Config['trustProxy'],
): string[] | false | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}
