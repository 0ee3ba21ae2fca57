import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from '../../contract/endpoint.ts'
import { clientInfoOf } from '../identity/actor.ts'
import type { EmailDependencies } from '../email/outbox.ts'
import { ApiError, unauthenticated } from '../errors.ts'
import { addressBucket } from '../identity/client-address.ts'
import { ConcurrencyLimiter, USER_READS } from '../http/concurrency-limiter.ts'
import { countCall } from '../http/rate-limit.ts'
import { isAdmin } from '../identity/administrators.ts'
import { findCredential } from '../identity/credential-queries.ts'
import { InvalidTokenLimiter } from '../identity/invalid-token-limiter.ts'
import type { SignedIn } from '../identity/session.ts'
import { reportUseElsewhere } from './report-use-elsewhere.ts'
import { httpText } from '../text/en/http.ts'
import { signInText } from '../text/en/sign-in.ts'

/** The limit of reads for each user, also applied to each token, where it takes no query. A user with several tokens is limited by user. */
const TOKEN_READS = { atOnce: USER_READS.atOnce + USER_READS.queued, queued: 0 }

/**
 * Guards every endpoint: before anything of a call is read, its token must be a live one that may do what the endpoint does,
 * its network must have calls left in this minute, and its user must not have too many reads under way. Nothing else happens
 * before, so that calls count however they end, and no cache keeps what they are answered, nor what a change is. To be called before any route is registered.
 */
export function guardEndpoints(app: FastifyInstance, deps: EmailDependencies): void {
  const invalidTokens = new InvalidTokenLimiter()
  const userReads = new ConcurrencyLimiter(USER_READS)
  const tokenReads = new ConcurrencyLimiter<string>(TOKEN_READS)
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access, limit } = request.routeOptions.config
    if (access === undefined) return
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    const now = deps.clock()
    if (access !== 'public' || !reads) reply.header('cache-control', 'no-store')
    if (access === 'public') {
      if (!reads) await countCall(deps.db, limit ?? 'write', request, now)
      return
    }
    const network = addressBucket(request.ip)
    const token = bearerToken(request)
    const from = clientInfoOf(request)
    if (token !== null) invalidTokens.check(network, now.getTime())
    if (token !== null && isUserRead(access, request.method)) tokenReads.refuseIfFull(token)
    const db = reads ? deps.readDb : deps.db
    const found = token === null ? null : await findCredential(db, token, from, now)
    if (!found) {
      if (token !== null) invalidTokens.add(network, now.getTime())
      throw unauthenticated()
    }
    if (!reads) await countCall(deps.db, 'write', request, now)
    const { signedIn, elsewhere } = found
    authorise(signedIn, access, isAdmin(deps.config, signedIn.user))
    if (elsewhere) {
      await reportUseElsewhere({ deps, request, now }, signedIn, elsewhere)
      deps.wakeEmailWorker()
    }
    if (isUserRead(access, request.method)) userReads.refuseIfFull(signedIn.user.id)
    request.signedIn = signedIn
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    if (!isUserRead(route.config?.access, String(route.method))) return
    route.handler = function (request, reply) {
      const { signedIn } = request
      const token = bearerToken(request)
      const respond = () => handler.call(this, request, reply)
      if (signedIn === null || token === null) return respond()
      return tokenReads.run(token, () => userReads.run(signedIn.user.id, respond))
    }
  })
}

/** Whether a signed-in call takes one of its user's places for reads. */
function isUserRead(access: Access | undefined, method: string): boolean {
  const takesSession = access === 'session' || access === 'admin'
  return access === 'read' || (takesSession && ['GET', 'HEAD'].includes(method))
}

/** The token of `Authorization: Bearer …` (RFC 6750, section 2.1), or null where there is none that could be ours. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

function authorise(
  { scope, approved }: SignedIn,
  access: Exclude<Access, 'public'>,
  isAdministrator: boolean,
): void {
  if (access === 'write' && !approved) {
    throw new ApiError('forbidden', signInText.notApproved)
  }
  // As of what belongs to somebody else: it is not there.
  if (access === 'admin' && scope === 'session' && !isAdministrator)
    throw new ApiError('not_found', httpText.notFound)
  if (scope === 'session' || scope === access || (scope === 'write' && access === 'read')) return
  throw new ApiError('forbidden', access === 'write' ? signInText.readOnly : signInText.sessionOnly)
}
