import type { FastifyInstance } from 'fastify'

/**
 * Keeps `content-length: 0` from the 304 that answers a HEAD: the length there is that of what a
 * GET would bring (RFC 9110, section 8.6), and Fastify's own HEAD routes measure the empty answer
 * instead.
 */
export function leaveLengthOutOf304(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? []].flat().concat((_request, reply, payload, done) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
      done(null, payload)
    })
  })
}
