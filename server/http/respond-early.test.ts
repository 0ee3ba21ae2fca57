import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { RequestRecord } from './request-record.ts'
import { respondEarly } from './respond-early.ts'

/** Long enough for a request to arrive on a busy machine. */
const SILENCE_MS = 1000

async function startApp(): Promise<FastifyInstance> {
  const app = fastify({
    serverFactory: respondEarly(
      { find: () => undefined, count: () => undefined },
      { record: new RequestRecord(), logsAll: false },
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
