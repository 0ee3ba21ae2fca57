import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from '../../contract/endpoint.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { ConcurrencyLimiter, USER_READS } from '../http/concurrency-limiter.ts'
import { countCall } from '../http/rate-limit.ts'
import { addressBucket } from '../identity/client-address.ts'

/**
 * Limits changes by network and reads by the user's concurrency, before a body is read. Called
 * after `authenticate` and before routes are registered.
 */
export function limitCalls(
  app: FastifyInstance,
  { db, clock }: Pick<BaseDependencies, 'db' | 'clock'>,
  reads: ReadLimits,
): void {
  app.addHook('onRequest', async (request) => {
    const { access, limit } = request.routeOptions.config
    if (access === undefined) return
    if (isChange(request)) await countCall(db, limit ?? 'write', addressBucket(request.ip), clock())
    if (request.signedIn && isLimitedRead(access, request.method))
      reads.refuseUser(request.signedIn.user.id)
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    if (!isLimitedRead(route.config?.access, String(route.method))) return
    route.handler = function (request, reply) {
      return reads.run(request, () => handler.call(this, request, reply))
    }
  })
}

/** Reads of one user under way; a token is limited like its user, before any query. */
export class ReadLimits {
  readonly #users = new ConcurrencyLimiter(USER_READS)
  readonly #tokens = new ConcurrencyLimiter<string>({
    atOnce: USER_READS.atOnce + USER_READS.queued,
    queued: 0,
  })

  refuseToken(token: string): void {
    this.#tokens.refuseIfFull(token)
  }

  refuseUser(id: number): void {
    this.#users.refuseIfFull(id)
  }

  /** Runs a handler once the user's reads before it leave room. */
  run<T>(request: FastifyRequest, respond: () => T | Promise<T>): T | Promise<T> {
    const { signedIn, token } = request
    if (signedIn === null || token === null) return respond()
    return this.#tokens.run(token, () => this.#users.run(signedIn.user.id, respond))
  }
}

/** Whether a signed-in call takes one of its user's places for reads. */
export function isLimitedRead(access: Access | undefined, method: string): boolean {
  if (access === undefined || access === 'public') return false
  return access === 'read' || ['GET', 'HEAD'].includes(method)
}

export function isChange({ method }: FastifyRequest): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}
