import { Server as SocketServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Long enough for whoever is at work to send one more request, short enough for whoever waits for
 * the end.
 */
const GRACE_MS = 200
const IDLE_CHECK_MS = 20

/**
 * Lets `app.close()` drop nobody: takes no new connections, waits while responses say that their
 * connection ends, then closes idle ones.
 */
export function drainConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  // Fastify says so only of requests that arrive after the close has begun.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
    if (!app.server.listening) return
    // Not by the HTTP server's own close(), which ends idle ones too.
    await new Promise(setImmediate)
    SocketServer.prototype.close.call(app.server)
    const open = await new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => resolve(count))
    })
    if (open > 0) await pause(GRACE_MS)
    // A connection that is kept alive after its last response would hold the server until the
    // client lets go of it.
    const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    app.server.once('close', () => clearInterval(timer))
  })
}
