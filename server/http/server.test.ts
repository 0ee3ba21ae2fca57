import { once } from 'node:events'
import { connect as connectSocket, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { connect } from '../database/connection.ts'
import { jsonLog } from '../operations/json-log.ts'
import { testDatabase } from '../testing/test-database.ts'
import { t } from '../../text/sentences.ts'
import { DiskSpace, handleErrors, publicError } from './error-handler.ts'
import { RequestLog } from './request-log.ts'
import { PUBLIC_CACHE, ResponseCache } from './response-cache.ts'
import { serveKept } from './serve.ts'
import { createServer, drainConnectionsOnClose, shedLoad } from './server.ts'

const disk = new DiskSpace(
  () => Infinity,
  () => new Date(),
)

/** An application of one route that reads the database, after a block of its event loop. */
async function blockedApp({ listens }: { listens: boolean }) {
  const app = fastify()
  onTestFinished(() => app.close())
  await shedLoad(app, { config: readConfig({}) })
  handleErrors(app, disk)
  app.get('/', { config: { access: 'public', queries: true } as never }, () => 'ok')
  if (listens) await app.listen({ port: 0, host: '127.0.0.1' })
  else await app.ready()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  return app
}

test('a lagging event loop refuses requests as busy', async () => {
  const app = await blockedApp({ listens: false })
  await expect.poll(async () => (await app.inject('/')).statusCode, { interval: 10 }).toBe(503)
})

test('a slow start refuses nothing', async () => {
  const app = await blockedApp({ listens: true })
  for (let n = 0; n < 20; n++) {
    expect((await app.inject('/')).statusCode).toBe(200)
    await pause(50)
  }
})

test('a full pool is reported as busy and a missing database as unavailable', async () => {
  const database = await testDatabase()
  const { db } = connect(database.appUrl, { max: 1, connectionTimeoutMs: 200 })
  const away = connect('postgresql://nobody@127.0.0.1:1/rates').db
  onTestFinished(() => Promise.all([db.destroy(), away.destroy()]).then(() => undefined))
  const read = (from: typeof db) => from.selectFrom('audit_head').select('id').execute()
  const failure = (from: typeof db) => read(from).then(() => undefined, publicError)
  const busy = await db.connection().execute(() => failure(db))
  expect([busy?.status, busy?.message]).toEqual([503, t.httpText.busy])
  const gone = await failure(away)
  expect([gone?.status, gone?.message]).toEqual([503, t.httpText.databaseAway])
})

test('a response in progress at shutdown closes its connection', async () => {
  const app = fastify()
  drainConnectionsOnClose(app)
  const begun = Promise.withResolvers<undefined>()
  const ready = Promise.withResolvers<undefined>()
  app.get('/slow', async () => {
    begun.resolve(undefined)
    await ready.promise
    return 'done'
  })
  const slow = fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/slow`)
  await begun.promise
  const closed = app.close()
  // Longer than the moment in which connections are kept.
  await pause(300)
  ready.resolve(undefined)
  expect((await slow).headers.get('connection')).toBe('close')
  await closed
})

async function openServer(addRoutes: (app: FastifyInstance) => unknown) {
  const responses = new ResponseCache(() => '')
  const base = { config: readConfig({}), log: jsonLog('silent') }
  const app = createServer(base, responses, new RequestLog())
  onTestFinished(() => app.close())
  responses.keepResponses(app)
  app.decorate('responses', responses)
  await addRoutes(app)
  return { app, port: () => (app.server.address() as AddressInfo).port }
}

async function startServer(handled: () => void = () => undefined) {
  const { app, port } = await openServer((each) =>
    each.get('/', () => {
      handled()
      return 'ok'
    }),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, address, open: () => connectSocket(port(), '127.0.0.1') }
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n'

test.each([
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', `${GET}host: y\r\n\r\n`],
  ['no version', 'GET /\r\n\r\n'],
])('a request with %s is refused with the security headers', async (_what, request) => {
  const { open } = await startServer()
  const response = await text(open().end(request))
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain("content-security-policy: default-src 'none'")
  expect(response).toContain('"code":"invalid"')
})

test('a request of HTTP 1.0 needs no host', async () => {
  const { open } = await startServer()
  expect(await text(open().end('GET / HTTP/1.0\r\n\r\n'))).toMatch(/^HTTP\/1\.1 200 /)
})

test('a thousand requests in one packet leave others their turn', async () => {
  let handled = 0
  const { open } = await startServer(() => handled++)
  const [many, one] = [open(), open()]
  await Promise.all([once(many, 'connect'), once(one, 'connect')])
  const received = text(many)
  many.write(`${GET}\r\n`.repeat(999))
  many.write(`${GET}Connection: close\r\n\r\n`)
  one.write(`${GET}\r\n`)
  await once(one, 'data')
  one.destroy()
  expect(handled).toBeLessThan(100)
  expect((await received).match(/HTTP\/1\.1 200 /g)).toHaveLength(1000)
})

test('a connection that cannot be accepted does not end the server', async () => {
  const { app, address } = await startServer()
  app.server.emit('error', new Error('accept ENOBUFS'))
  expect(await (await fetch(address)).text()).toBe('ok')
})

test('files and kept responses are sent while reads are refused', async () => {
  const { app, port } = await openServer(async (app) => {
    await shedLoad(app, { config: readConfig({}) })
    handleErrors(app, disk)
    app.get('/file', () => 'ok')
    for (const name of ['/kept', '/made'])
      serveKept(app, name, (reply) => {
        reply.headers(PUBLIC_CACHE)
        return name
      })
  })
  // Without the hook after which nothing is refused for some seconds.
  await app.ready()
  await once(app.server.listen(0, '127.0.0.1'), 'listening')
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port()}${path}`)).status
  expect(await status('/kept')).toBe(200)
  const statusesAfterBlocks = async () => {
    // The first ends the half second in which the delay is measured.
    for (const ms of [600, 3300]) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
      await immediate()
    }
    return Promise.all(['/made?', '/kept', '/file'].map(status))
  }
  await expect.poll(statusesAfterBlocks, { interval: 10 }).toEqual([503, 200, 200])
})
