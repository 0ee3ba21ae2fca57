import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientAddress } from '../identity/client-address.ts'

/**
 * One line for every request that reaches the framework, when it is over: who asked for what, what came of it, how long
 * it took. Only the path is named: what stands behind `?`, in headers or in bodies may be a secret or a user's.
 * Responses that are sent once more ahead of it are counted and not logged. The number of the request is in the answer as well.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const level = isRoutine(request) && reply.statusCode < 500 ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        path: pathOf(request.url).slice(0, 300),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: clientAddress(request.ip),
        ...(request.signedIn && { user: request.signedIn.user.id }),
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
