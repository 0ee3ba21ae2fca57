import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientAddress } from '../identity/client-address.ts'
import type { RequestRecord } from './request-record.ts'

/**
 * Records every request that reaches the framework, when it is over, with a line that says whose it was, what came of it and
 * how long it took. Only the path is named: what stands behind `?`, in headers or in bodies may be a secret or a user's.
 * The number of the request is in the response as well.
 */
export function recordRequests(app: FastifyInstance, record: RequestRecord): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, routeOptions, ip, signedIn, log } = request
    record.add(
      { method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime },
      {
        log,
        level: isRoutine(request) && reply.statusCode < 500 ? 'debug' : 'info',
        fields: {
          path: pathOf(url).slice(0, 300),
          ip: clientAddress(ip),
          ...(signedIn && { user: signedIn.user.id }),
        },
      },
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
