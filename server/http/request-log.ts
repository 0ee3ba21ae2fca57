import type { EventEmitter } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientAddress } from '../identity/client-address.ts'

/** Every finished request; `route`: the pattern, if one matched. */
export type FinishedRequests = EventEmitter<{
  finished: [{ method: string; route: string | undefined; status: number; ms: number }]
}>

/**
 * Emits every finished request, and logs whose it was, what came of it and how long it took. Only
 * the path is named: queries, headers and bodies may hold secrets.
 */
export function logRequests(app: FastifyInstance, requests: FinishedRequests): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, routeOptions, ip, signedIn, log } = request
    const { statusCode: status, elapsedTime: ms } = reply
    requests.emit('finished', { method, route: routeOptions.url, status, ms })
    log[isRoutine(request) && status < 500 ? 'debug' : 'info'](
      {
        method,
        status,
        ms: Math.round(ms * 10) / 10,
        path: pathOf(url).slice(0, 300),
        ip: clientAddress(ip),
        ...(signedIn && { user: signedIn.user.id }),
      },
      'request',
    )
  })
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info({ method: request.method, path: pathOf(request.url) }, 'request aborted')
    done()
  })
}

/** An address as far as its query or fragment. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/** What monitors and browsers ask for by themselves, again and again. */
function isRoutine({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/health/') === true || /^\/(assets\/|favicon)/.test(url)
}
