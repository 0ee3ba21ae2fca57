import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientAddress } from '../identity/actor.ts'

interface FinishedRequest {
  readonly method: string
  /** The pattern, if one matched. */
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
}

export interface RequestMetrics {
  finished(request: FinishedRequest): void
  aborted(): void
}

/** Counts every response and logs those that were made: a line costs more than a kept one. */
export class RequestLog {
  readonly #metrics: RequestMetrics | undefined

  constructor(metrics?: RequestMetrics) {
    this.#metrics = metrics
  }

  finished(finished: FinishedRequest, made?: { request: FastifyRequest; ip: string }): void {
    this.#metrics?.finished(finished)
    if (!made) return
    const { method, status, ms } = finished
    const { url, signedIn, log, id: reqId } = made.request
    log[isRoutine(made.request) && status < 500 ? 'debug' : 'info'](
      {
        reqId,
        method,
        status,
        ms: Math.round(ms * 10) / 10,
        path: pathOf(url).slice(0, 300),
        ip: clientAddress(made.ip),
        ...(signedIn && { user: signedIn.user.id }),
      },
      'request',
    )
  }

  aborted({ method, url, log, id: reqId }: FastifyRequest): void {
    this.#metrics?.aborted()
    log.info({ reqId, method, path: pathOf(url) }, 'request aborted')
  }
}

export function logRequests(app: FastifyInstance, requests: RequestLog): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const { raw } = reply
    // Read now: it is undefined if the client is gone when the response is finished.
    const { ip } = request
    const aborted = () => requests.aborted(request)
    raw.once('close', aborted).once('finish', () => {
      raw.off('close', aborted)
      const { method, routeOptions } = request
      const { statusCode: status, elapsedTime: ms } = reply
      requests.finished({ method, route: routeOptions.url, status, ms }, { request, ip })
    })
    done()
  })
}

/** Queries and bodies may contain secrets. */
function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

function isRoutine({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/health/') === true || /^\/(?!api\/)[^?]*[.@]/.test(url)
}
