import { EventEmitter, once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { respondEarly, sentResponse, type SentResponse } from './respond-early.ts'

/** Long enough for a request to arrive on a busy machine. */
const SILENCE_MS = 1000

const LONG = 'GET /long HTTP/1.1\r\nHost: x\r\n\r\n'
let longMade = 0

async function startApp(): Promise<FastifyInstance> {
  longMade = 0
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
  app.get('/long', () => {
    longMade++
    return 'x'.repeat(32 * 1_048_576)
  })
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
  ['sends nothing', '', 0],
  ['does not read its response', LONG, 1],
  ['requests a hundred at once and reads none, of which one was made', LONG.repeat(100), 1],
])('the connection of a client that %s is closed', async (_what, request, made) => {
  const app = await startApp()
  const connected = once(app.server, 'connection')
  const socket = connect(portOf(app), '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(request)
  await connected
  const open = () =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(open).toBe(0)
  expect(longMade).toBe(made)
})

test('requests that are sent at once are answered in turn', async () => {
  const socket = connect(portOf(await startApp()), '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => (answer += part.toString('latin1')))
  const paths = ['/slow', '/1', '/slow', '/2']
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  onTestFinished(() => void socket.destroy())
  const inTurn = ['made', 'Route GET:/1', 'made', 'Route GET:/2']
  await expect.poll(() => answer.match(/made|Route GET:\/\d/g)).toEqual(inTurn)
})

/** An app with one route, whose response is sent again once it was made. */
async function startRepeating() {
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
    reply.raw.once(
      'finish',
      () => (sent = sentResponse(reply, { etag: '"1"', body: Buffer.from('1') })),
    )
    return '1'
  })
  onTestFinished(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async () => expect(await (await fetch(`${url}/rate`)).text()).toBe('1')
  await read()
  await expect.poll(() => sent).toBeDefined()
  return { app, framework, read }
}

test('of what is sent once more, the first in each second is left to the framework, which logs it', async () => {
  const { framework, read } = await startRepeating()
  const begun = performance.now()
  for (let count = 0; count < 50; count++) await read()
  const seconds = Math.ceil((performance.now() - begun) / 1000)
  expect(framework.length - 1).toBeGreaterThanOrEqual(1)
  expect(framework.length - 1).toBeLessThanOrEqual(seconds)
})

test.each(['identity', 'x', 'gzip, chunked, x'])(
  'a request with Transfer-Encoding: %s is answered once',
  async (coding) => {
    const { app, read } = await startRepeating()
    await read()
    const socket = connect(portOf(app), '127.0.0.1')
    let answer = ''
    socket.on('data', (part) => (answer += part.toString('latin1')))
    socket.write(`GET /rate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`)
    await once(socket, 'close')
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  },
)
