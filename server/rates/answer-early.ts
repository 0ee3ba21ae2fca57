import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../base-dependencies.ts'
import { namesOneHost } from '../http/host-header.ts'
import { HeadTail } from '../http/ready-bytes.ts'
import { isKnown, type PublicRates } from './public-rates.ts'

/**
 * Answers GETs whose ready-made answer is kept before the framework sees them: routing, hooks and serialising cost
 * four times what the answer itself does (speed.md). Everything else, and everything once the server is closing, goes
 * the usual way, where the same answer is made with the same headers.
 */
export function respondEarly(app: FastifyInstance, rates: PublicRates, clock: Clock): void {
  const tail = new HeadTail(app.server.keepAliveTimeout)
  const usual = app.server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  let closing = false
  app.addHook('preClose', () => {
    closing = true
  })
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const now = clock().getTime()
    const ready =
      closing || request.method !== 'GET' || !namesOneHost(request)
        ? undefined
        : rates.find(request.url ?? '', now)
    const kind = ready && isKnown(ready, request) ? 'notModified' : 'full'
    const bytes = ready?.[kind]
    if (bytes) {
      rates.given[kind]++
      bytes.send(request, response, tail.at(now))
    } else for (const listener of usual) listener.call(app.server, request, response)
  })
}
