import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BaseDependencies } from '../base-dependencies.ts'
import { unauthenticated } from '../errors.ts'
import { clientInfoOf } from '../identity/actor.ts'
import { addressBucket } from '../identity/client-address.ts'
import { findCredential } from '../identity/session.ts'
import { InvalidTokenLimiter } from '../identity/invalid-token-limiter.ts'
import { isChange, isLimitedRead, type ReadLimits } from './limit-calls.ts'

/**
 * Sets `signedIn` of every call that is not public, before anything else is read. Throws 401
 * without a live token. No cache keeps such responses, nor those to changes.
 */
export function authenticate(
  app: FastifyInstance,
  deps: BaseDependencies,
  reads: ReadLimits,
): void {
  const invalidTokens = new InvalidTokenLimiter()
  app.decorateRequest('signedIn', null)
  app.decorateRequest('token', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined) return
    if (access !== 'public' || isChange(request)) reply.header('cache-control', 'no-store')
    if (access === 'public') return
    const token = bearerToken(request)
    if (token === null) throw unauthenticated()
    const now = deps.clock()
    const network = addressBucket(request.ip)
    invalidTokens.check(network, now.getTime())
    if (isLimitedRead(access, request.method)) reads.refuseToken(token)
    const db = isChange(request) ? deps.db : deps.readDb
    const signedIn = await findCredential(db, token, clientInfoOf(request), now)
    if (!signedIn) {
      invalidTokens.add(network, now.getTime())
      throw unauthenticated()
    }
    request.signedIn = signedIn
    request.token = token
  })
}

/** The token of `Authorization: Bearer …` (RFC 6750, 2.1), null where it could not be ours. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}
