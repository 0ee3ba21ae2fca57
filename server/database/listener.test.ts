import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { TEST_TIMEOUTS, testDatabase } from '../testing/test-database.ts'
import { connect } from './connection.ts'
import { Listener } from './listener.ts'

const database = await testDatabase()
const app = connect(database.appUrl, TEST_TIMEOUTS).db
const superuser = connect(database.superuserUrl, TEST_TIMEOUTS).db
afterAll(() => Promise.all([app.destroy(), superuser.destroy()]))

const notify = (channel: string, payload: string) =>
  sql`SELECT pg_notify(${channel}, ${payload})`.execute(app)
const cutOff = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'rupee-rates listener' AND datname = current_database()`.execute(
    superuser,
  )

test('hears every channel over one connection', async () => {
  const listener = new Listener(database.appUrl)
  const heard: string[] = []
  const connected = vi.fn<() => void>()
  const subscriber = { onNotice: (payload: string) => heard.push(payload), onConnect: connected }
  listener.subscribe('first', subscriber)
  listener.subscribe('second "quoted"', subscriber)
  await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(2))
  await notify('first', 'a')
  await notify('second "quoted"', 'b')
  await notify('third', 'c')
  await vi.waitFor(() => expect(heard).toEqual(['a', 'b']))
  await listener.close()
})

test('a lost connection is reopened and subscribers are notified', async () => {
  const lost = vi.fn<(error: Error) => void>()
  const listener = new Listener(database.appUrl, lost)
  const connected = vi.fn<() => void>()
  const heard: string[] = []
  listener.subscribe('rates', {
    onNotice: (payload) => heard.push(payload),
    onConnect: connected,
  })
  await vi.waitFor(() => expect(connected).toHaveBeenCalledOnce())
  await cutOff()
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(2))
  await notify('rates', 'after')
  await vi.waitFor(() => expect(heard).toEqual(['after']))
  await listener.close()
  expect(lost).toHaveBeenCalledOnce()
})

test('without a database it retries silently until closed', async () => {
  const lost = vi.fn<(error: Error) => void>()
  let tries = 0
  const refusing = createServer((socket) => {
    tries++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  onTestFinished(() => void refusing.close())
  const { port } = refusing.address() as AddressInfo
  const listener = new Listener(`postgresql://nobody@127.0.0.1:${port}/nothing`, lost)
  const connected = vi.fn<() => void>()
  listener.subscribe('rates', { onNotice: () => undefined, onConnect: connected })
  await vi.waitFor(() => expect(tries).toBeGreaterThan(1))
  await listener.close()
  expect(connected).not.toHaveBeenCalled()
  expect(lost).not.toHaveBeenCalled()
})
