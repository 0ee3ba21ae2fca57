import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { connect } from '../database/connection.ts'
import { jsonLog } from '../operations/json-log.ts'
import { testDatabase } from '../testing/test-database.ts'
import { t } from '../../text/sentences.ts'
import { DiskSpace } from './disk-space.ts'
import { handleErrors, publicError } from './error-handler.ts'
import { RequestLog } from './request-log.ts'
import { ResponseCache } from './response-cache.ts'
import { createServer, drainConnectionsOnClose, shedLoad } from './server.ts'

/** An application of one route that reads the database, after a block of its event loop. */
async function blockedApp({ listens }: { listens: boolean }) {
  const app = fastify()
  onTestFinished(() => app.close())
  await shedLoad(app, { config: readConfig({}) })
  handleErrors(
    app,
    new DiskSpace(
      () => Infinity,
      () => new Date(),
    ),
  )
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

test('a connection that cannot be accepted does not end the server', async () => {
  const app = createServer(
    { config: readConfig({}), log: jsonLog('silent') },
    new ResponseCache(() => ''),
    new RequestLog(),
  )
  onTestFinished(() => app.close())
  app.get('/', () => 'ok')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.emit('error', new Error('accept ENOBUFS'))
  expect(await (await fetch(address)).text()).toBe('ok')
})
