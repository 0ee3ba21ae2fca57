import type { EventEmitter } from 'node:events'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { t } from '../../text/sentences.ts'
import type { Dependencies } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { clientAddress } from '../identity/client-address.ts'
import { countRefused } from './access.ts'
import type { MinuteCounter } from './limits.ts'

/** Every finished request, with the pattern of its route if one matched, and every aborted one. */
export type FinishedRequests = EventEmitter<{
  finished: [{ method: string; route: string | undefined; status: number; ms: number }]
  aborted: []
}>

/**
 * Emits and logs every request once its response has left, or its client is gone. Logs the path
 * only, because queries, headers and bodies may contain secrets. Listens to the response itself:
 * Fastify's own hooks would also run for kept responses, which never come here.
 */
export function logRequests(app: FastifyInstance, requests: FinishedRequests): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const { raw } = reply
    // Read now: it is undefined if the client is gone when the response is finished.
    const { ip } = request
    raw.once('finish', () => {
      raw.off('close', aborted)
      finished()
    })
    raw.once('close', aborted)
    done()

    function finished(): void {
      const { method, url, routeOptions, signedIn, log, id: reqId } = request
      const { statusCode: status, elapsedTime: ms } = reply
      requests.emit('finished', { method, route: routeOptions.url, status, ms })
      log[isRoutine(request) && status < 500 ? 'debug' : 'info'](
        {
          reqId,
          method,
          status,
          ms: Math.round(ms * 10) / 10,
          path: pathOf(url).slice(0, 300),
          ip: clientAddress(ip),
          ...(signedIn && { user: signedIn.user.id }),
        },
        'request',
      )
    }
    function aborted(): void {
      const { method, url, log, id: reqId } = request
      requests.emit('aborted')
      log.info({ reqId, method, path: pathOf(url) }, 'request aborted')
    }
  })
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

function isRoutine({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/health/') === true || /^\/(?!api\/)[^?]*[.@]/.test(url)
}

/** Limits in ms. Waiting is measured, because a number of requests suits only one machine. */
const LIMITS = {
  /** Longest wait for a connection; the pool itself gives up after 900. */
  poolWait: 500,
  /** Responses from memory cost almost nothing, so they are refused last. */
  eventLoopForReads: 3000,
}

/** In ms after listening: a start blocks the event loop on a slow machine, which is no load. */
const START_MS = 5000

/** Refuses requests with 503 while the server is behind. The result counts them. */
export async function shedLoad(
  app: FastifyInstance,
  { pools, config }: Pick<Dependencies, 'pools' | 'config'>,
  shed: MinuteCounter,
): Promise<{ readonly refused: number }> {
  const counted = { refused: 0 }
  const refuse = (request: FastifyRequest) => {
    counted.refused++
    countRefused(shed, request, new Date())
    // Spread, so that clients refused together do not come back together.
    const retryAfter = 1 + Math.floor(Math.random() * 3)
    return new ApiError('unavailable', t.httpText.busy, { retryAfter })
  }
  let startedAt = -Infinity
  app.addHook('onListen', (done) => {
    startedAt = performance.now()
    done()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: config.maxEventLoopDelay,
    sampleInterval: 500,
    pressureHandler: async (request, _reply, _type, delay = 0) => {
      if (performance.now() - startedAt < START_MS) return
      if (needsDatabase(request) || delay > LIMITS.eventLoopForReads) throw refuse(request)
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const pool = isRead(request) ? pools?.reads : pools?.writes
    const isBusy = (pool?.longestWaitMs() ?? 0) > LIMITS.poolWait
    done(isBusy && needsDatabase(request) ? refuse(request) : undefined)
  })
  return counted
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

function needsDatabase(request: FastifyRequest): boolean {
  const { access = 'public', queries = false } = request.routeOptions.config
  return access !== 'public' || queries || !isRead(request)
}
