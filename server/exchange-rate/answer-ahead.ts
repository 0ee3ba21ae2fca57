import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { PublicRates } from './public-rates.ts'

/**
 * Answers GETs whose ready-made answer is kept before the framework sees them: routing, hooks and serialising cost
 * four times what the answer itself does (speed.md). Everything else, and everything once the server is closing, goes
 * the usual way, where the same answer is made with the same headers.
 */
export function answerAhead(app: FastifyInstance, rates: PublicRates): void {
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
    const ready = closing || request.method !== 'GET' ? undefined : rates.find(request.url ?? '')
    if (ready) rates.send(ready, request, response)
    else for (const listener of usual) listener.call(app.server, request, response)
  })
}
