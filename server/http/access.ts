import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_LIMIT, type Endpoint } from '../../contract/endpoint.ts'
import { t } from '../../text/sentences.ts'
import type { Config } from '../config.ts'
import { ApiError, unauthenticated } from '../errors.ts'
import { readClientInfo, isAdmin, addressBucket } from '../identity/actor.ts'
import { findCredential } from '../identity/session.ts'
import type { Context } from '../context.ts'
import {
  CALLS_PER_MINUTE,
  countCall,
  KeyedQueue,
  MinuteCounter,
  PlaceLimiter,
  tooManyCalls,
} from './limits.ts'

/** From one network in a minute; then the database is not asked. */
const MAX_DEAD_TOKENS = 300
/** A page of the product sends three reads at once. */
const READS = { atOnce: 2, waiting: 4 }
const WRITES = { atOnce: 1, waiting: 8, waitMs: 5000 }
/** For a body of at most 4 KiB, and for a larger one. */
const BODY_MS = { small: 10_000, large: 30_000 }
/** In bytes, of all bodies larger than 4 KiB. */
const MAX_BODIES = 32 * 1024 * 1024

/** Adds the hooks that decide who may call, before a byte of the body is read. */
export function controlAccess(app: FastifyInstance, deps: Context, shed: MinuteCounter): void {
  app.decorateRequest('signedIn', null)
  app.decorateRequest('token', null)
  const reads = new UserLimits(READS)
  const writes = new UserLimits(WRITES)
  const limitsFor = (request: FastifyRequest, { access }: Endpoint) =>
    access === 'read' || !isChange(request) ? reads : writes
  limitBodies(app)
  authenticate(app, deps, shed, limitsFor)
  limit(app, deps, shed, limitsFor)
  app.addHook('onRequest', (request, _reply, done) => done(refusal(request, deps.config)))
}

type LimitsFor = (request: FastifyRequest, endpoint: Endpoint) => UserLimits

class UserLimits {
  readonly users: KeyedQueue
  readonly tokens: PlaceLimiter

  constructor(options: { atOnce: number; waiting: number; waitMs?: number }) {
    this.users = new KeyedQueue(options)
    this.tokens = new PlaceLimiter({ inAll: Infinity, toOne: options.atOnce + options.waiting })
  }
}

/** Throws 401 without a live token. */
function authenticate(
  app: FastifyInstance,
  deps: Context,
  shed: MinuteCounter,
  limitsFor: LimitsFor,
): void {
  const deadTokens = new MinuteCounter()
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    if (endpoint.access !== 'public' || isChange(request)) reply.header('cache-control', 'no-store')
    if (endpoint.access === 'public') return
    const token = bearerToken(request)
    if (token === null) throw unauthenticated()
    const now = deps.clock()
    const network = addressBucket(request.ip)
    const wait = deadTokens.waitFor(network, MAX_DEAD_TOKENS, now.getTime())
    if (wait > 0)
      throw new ApiError('too_many_requests', t.httpText.tooManyInvalidTokens, { retryAfter: wait })
    const { tokens } = limitsFor(request, endpoint)
    const free = tokens.take({ name: token })
    if (!free) {
      countRefused(shed, request, now)
      throw new ApiError('too_many_requests', t.httpText.tooManyRunning, { retryAfter: 1 })
    }
    onEnd(reply, free)
    const db = isChange(request) ? deps.db : deps.readDb
    const signedIn = await findCredential(db, token, readClientInfo(request), now)
    if (!signedIn) {
      deadTokens.add(network, now.getTime())
      throw unauthenticated()
    }
    request.signedIn = signedIn
    request.token = token
  })
}

/** Reads `Authorization: Bearer …` (RFC 6750, 2.1). */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

function limit(
  app: FastifyInstance,
  { db, clock }: Context,
  shed: MinuteCounter,
  limitsFor: LimitsFor,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const { limit: kind = 'write' } = endpoint
    const network = addressBucket(request.ip)
    if (isChange(request)) {
      const wait = shed.waitFor(network, CALLS_PER_MINUTE[kind], clock().getTime())
      if (wait > 0) throw tooManyCalls(kind, wait)
    }
    const { signedIn, token } = request
    if (signedIn && token) {
      // Counted by session for its own account, so that a stolen one cannot keep its owner from
      // ending it.
      const key = endpoint.access === 'session' ? token : signedIn.user.id
      const free = await limitsFor(request, endpoint)
        .users.take(key)
        .catch((error: unknown) => {
          countRefused(shed, request, clock())
          throw error
        })
      onEnd(reply, free)
    }
    if (!isChange(request)) return
    const now = clock()
    await countCall(db, kind, network, now, shed.take(network, now.getTime()))
  })
}

/** The network's next change counts it in the database. */
export function countRefused(shed: MinuteCounter, request: FastifyRequest, now: Date): void {
  if (isChange(request)) shed.add(addressBucket(request.ip), now.getTime())
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
