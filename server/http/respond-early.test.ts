import { EventEmitter, once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { respondEarly, sentResponse, type SentResponse } from './respond-early.ts'

/** Long enough for a request to arrive on a busy machine. */
const SILENCE_MS = 1000

async function startApp(): Promise<FastifyInstance> {
  const app = fastify({
    serverFactory: respondEarly(
      { find: () => undefined, count: () => undefined },
      { requests: new EventEmitter(), logsAll: false },
    ),
    connectionTimeout: SILENCE_MS,
  })
  app.get('/slow', async () => {
    await pause(SILENCE_MS * 2)
    return 'made'
  })
  app.get('/long', () => 'x'.repeat(32 * 1_048_576))
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port

test('a response that takes long to make is waited for', async () => {
  const response = await fetch(`http://127.0.0.1:${portOf(await startApp())}/slow`)
  expect(await response.text()).toBe('made')
})

test.each([
  ['sends nothing', ''],
  ['does not read its response', 'GET /long HTTP/1.1\r\nHost: x\r\n\r\n'],
])('the connection of a client that %s is closed', async (_what, request) => {
  const app = await startApp()
  const connected = once(app.server, 'connection')
  const socket = connect(portOf(app), '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(request)
  await connected
  const open = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(open).toBe(0)
})

test('of what is sent once more, the first in each second is left to the framework, which logs it', async () => {
  let sent: SentResponse | undefined
  const app = fastify({
    serverFactory: respondEarly(
      { find: () => sent, count: () => undefined },
      { requests: new EventEmitter(), logsAll: false },
    ),
  })
  const framework: string[] = []
  app.addHook('onRequest', (request, _reply, done) => {
    framework.push(request.url)
    done()
  })
  app.get('/rate', (_request, reply) => {
    reply.raw.once('finish', () => (sent = sentResponse(reply, { etag: '"1"', body: Buffer.from('1') })))
    return '1'
  })
  onTestFinished(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async () => expect(await (await fetch(`${url}/rate`)).text()).toBe('1')
  await read()
  await expect.poll(() => sent).toBeDefined()

  const begun = performance.now()
  for (let count = 0; count < 50; count++) await read()
  const seconds = Math.ceil((performance.now() - begun) / 1000)
  expect(framework.length - 1).toBeGreaterThanOrEqual(1)
  expect(framework.length - 1).toBeLessThanOrEqual(seconds)
})
