import type { FastifyInstance } from 'fastify'

/** Keeps `content-length: 0` from the 304 to a HEAD: it would be that of a GET (RFC 9110, 8.6). */
export function leaveLengthOutOf304(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? []].flat().concat((_request, reply, payload, done) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
      done(null, payload)
    })
  })
}
