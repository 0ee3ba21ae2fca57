import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_LIMIT } from '../../contract/endpoint.ts'
import { t } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { ApiError, unauthenticated } from '../errors.ts'
import { readClientInfo, isAdmin, addressBucket } from '../identity/actor.ts'
import { readCredential } from '../identity/session.ts'
import type { Context } from '../context.ts'
import { KeyedQueue, takeCall } from './limits.ts'

/** A page of the product sends three reads at once. */
const READS = { atOnce: 2, waiting: 4 }
/** For changes and checks of sheets. */
const WRITES = { atOnce: 1, waiting: 8 }
/** For tokens of one network that were not seen alive here. */
const LOOK_UPS = { atOnce: 2, waiting: 200 }
const ALIVE_MS = 600_000
const MAX_ALIVE = 10_000
/** For a body of at most 4 KiB, and for a larger one. */
const BODY_MS = { small: 10_000, large: 30_000 }
/** In bytes, of all bodies larger than 4 KiB. */
const MAX_BODIES = 32 * 1024 * 1024

/** Adds the hooks that decide who may call, before a byte of the body is read. */
export function controlAccess(app: FastifyInstance, deps: Context): void {
  app.decorateRequest('signedIn', null)
  app.decorateRequest('token', null)
  limitBodies(app)
  authenticate(app, deps)
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || !isChange(request)) return
    const { limit = 'write' } = endpoint
    await takeCall(deps.db, limit, addressBucket(request.ip), deps.clock())
  })
  app.addHook('onRequest', (request, _reply, done) => done(refusal(request, deps.config)))
}

/**
 * Throws 401 without a live token, and 429 while its user has too many calls. Calls for one's own
 * account are counted by token, so that a stolen one cannot keep its owner from ending it.
 */
function authenticate(app: FastifyInstance, { db, readDb, clock }: Context): void {
  const reads = new KeyedQueue(READS)
  const writes = new KeyedQueue(WRITES)
  const lookUps = new KeyedQueue(LOOK_UPS)
  const alive = new AliveTokens()
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    if (endpoint.access !== 'public' || isChange(request)) reply.header('cache-control', 'no-store')
    if (endpoint.access === 'public') return
    const token = bearerToken(request)
    if (token === null) throw unauthenticated()
    const now = clock()
    const queue = isChange(request) ? writes : reads
    const enter = async (user: number) =>
      onEnd(reply, await queue.take(endpoint.access === 'session' ? token : user))
    const find = () =>
      readCredential(isChange(request) ? db : readDb, token, readClientInfo(request), now)

    const user = alive.userOf(token, now)
    if (user !== undefined) await enter(user)
    const signedIn =
      user === undefined ? await lookUps.run(addressBucket(request.ip), find) : await find()
    alive.note(token, signedIn?.user.id, now)
    if (!signedIn) throw unauthenticated()
    if (user === undefined) await enter(signedIn.user.id)
    request.signedIn = signedIn
    request.token = token
  })
}

/** Remembers tokens that were alive, so that dead ones of their network do not hold them up. */
class AliveTokens {
  readonly #seen = new Map<string, { readonly user: number; readonly at: number }>()

  userOf(token: string, now: Date): number | undefined {
    const seen = this.#seen.get(token)
    return seen && now.getTime() - seen.at < ALIVE_MS ? seen.user : undefined
  }

  note(token: string, user: number | undefined, now: Date): void {
    this.#seen.delete(token)
    if (user === undefined) return
    this.#seen.set(token, { user, at: now.getTime() })
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > MAX_ALIVE && oldest !== undefined) this.#seen.delete(oldest)
  }
}

/** Reads `Authorization: Bearer …` (RFC 6750, 2.1). */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

export function isChange({ method }: FastifyRequest): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

function onEnd(reply: FastifyReply, act: () => void): void {
  const { raw } = reply
  if (raw.destroyed || raw.writableFinished) {
    act()
    return
  }
  const end = () => {
    raw.off('close', end).off('finish', end)
    act()
  }
  raw.once('close', end).once('finish', end)
}

/** A 404 hides administrators' endpoints. */
function refusal(request: FastifyRequest, config: Config): ApiError | undefined {
  const { endpoint } = request.routeOptions.config
  if (!request.signedIn || endpoint === undefined || endpoint.access === 'public') return undefined
  const { access, ofOwnAccount } = endpoint
  const { scope, approved, user } = request.signedIn
  const isAdministrator = isAdmin(config, user)
  if (!approved && !isAdministrator && access !== 'session' && !ofOwnAccount)
    return new ApiError('forbidden', t.signInText.notApproved)
  if (access === 'admin' && scope === 'session' && !isAdministrator)
    return new ApiError('not_found', t.httpText.notFound)
  if (scope === 'session' || scope === access || (scope === 'write' && access === 'read'))
    return undefined
  return new ApiError(
    'forbidden',
    access === 'write' ? t.signInText.readOnly : t.signInText.sessionOnly,
  )
}

function limitBodies(app: FastifyInstance): void {
  let reserved = 0
  // Before the refusals: a body that is not read occupies its connection too.
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
    if (length !== '0' || coding !== undefined) {
      const ms = routeOptions.bodyLimit > BODY_LIMIT ? BODY_MS.large : BODY_MS.small
      // If the client resets its connection after the response, `raw` emits neither event.
      const timer = setTimeout(() => raw.destroy(), ms).unref()
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    }
    done()
  })
  // Reserves the declared length: counting what arrives would need a stream between.
  app.addHook('preParsing', ({ raw, routeOptions: { bodyLimit } }, reply, payload, done) => {
    const { 'content-length': declared = '0', 'transfer-encoding': coding } = raw.headers
    const length = coding === undefined ? Math.min(Number(declared), bodyLimit) : bodyLimit
    if (bodyLimit <= BODY_LIMIT) done(null, payload)
    else if (reserved + length > MAX_BODIES)
      done(new ApiError('unavailable', t.httpText.busy, { retryAfter: 2 }))
    else {
      reserved += length
      onEnd(reply, () => (reserved -= length))
      done(null, payload)
    }
  })
}
