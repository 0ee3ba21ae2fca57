import { Server as SocketServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { StartError } from '../start-error.ts'

const timeoutMs = 5000

/** One Ctrl-C arrives several times: from the terminal, npm and the starting script. */
const sameKeyPressMs = 500

/**
 * Stops what was started, last first, each step within its time: on a signal with status 0, after a
 * failure with 1. A second signal ends the program at once.
 */
export class Shutdown {
  readonly #steps: { stop: () => Promise<unknown>; withinMs: number }[] = []
  #begunAt: number | undefined
  #starting: Promise<void> = Promise.resolve()

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (this.#begunAt !== undefined && performance.now() - this.#begunAt > sameKeyPressMs)
          process.exit(1)
        void this.end(0)
      })
  }

  /** Waits for the start. Prints its failure, a StartError as a sentence, and ends with 1. */
  async guard(starting: Promise<void>): Promise<void> {
    this.#starting = starting
    try {
      await starting
    } catch (error) {
      process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`)
      await this.end(1)
    }
  }

  get begun(): boolean {
    return this.#begunAt !== undefined
  }

  add(withinMs: number, stop: () => Promise<unknown>): void {
    this.#steps.unshift({ stop, withinMs })
  }

  async end(status: number): Promise<void> {
    if (this.begun) return
    this.#begunAt = performance.now()
    setTimeout(() => process.exit(1), timeoutMs)
    await Promise.race([finished(this.#starting), delay(2000)])
    for (const { stop, withinMs } of this.#steps)
      await Promise.race([finished(stop()), delay(withinMs)])
    process.exit(status)
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A step that fails must not keep the others from stopping. */
const finished = (work: Promise<unknown>) => work.catch(() => undefined)

/** Time for clients to send one more request over an open connection. */
const GRACE_MS = 200
const IDLE_CHECK_MS = 20

/**
 * Lets `app.close()` drop no request: takes no new connections, announces the end of each open one
 * in its next response, then closes idle ones.
 */
export function drainConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  // Fastify does this only for requests that arrive after the close has begun.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
    if (!app.server.listening) return
    // The HTTP server's own close() would end idle connections too.
    await new Promise(setImmediate)
    SocketServer.prototype.close.call(app.server)
    const open = await new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => resolve(count))
    })
    if (open > 0) await pause(GRACE_MS)
    // A kept-alive connection would hold the server until its client closes it.
    const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    app.server.once('close', () => clearInterval(timer))
  })
}
