import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testAppOfFile } from '../testing/test-app.ts'
import { holdLock } from '../testing/hold-lock.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { atOnce, newAddress } from './sign-in.fixture.ts'

const run = await testAppOfFile()

const statusOf = async (request: object, ip: string) =>
  (await run.app.inject({ ...request, remoteAddress: ip })).statusCode

test('refused sign-in calls count towards the limit', async () => {
  const ip = newAddress()
  const url = '/api/auth/login'
  const json = { 'content-type': 'application/json' }
  const refused = [
    [{ method: 'POST', url, payload: {} }, 400],
    [{ method: 'POST', url, headers: json, payload: '{' }, 400],
    [{ method: 'POST', url, headers: json, payload: 'x'.repeat(5000) }, 413],
    [{ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' }, 415],
  ] as const
  for (const [request, status] of refused)
    for (let calls = 0; calls < 15; calls++) expect(await statusOf(request, ip)).toBe(status)
  for (const [request] of refused) expect(await statusOf(request, ip)).toBe(429)
})

test('signing out counts as a change, not as a sign-in call', async () => {
  const ip = newAddress()
  const signOut = { method: 'POST', url: '/api/auth/logout' }
  for (let calls = 0; calls < 61; calls++) expect(await statusOf(signOut, ip)).toBe(200)
})

test('dead tokens never refuse a signed-in user of their network', async () => {
  const ip = newAddress()
  const { headers } = await signedInUser(run)
  const request = (authorization: string) => ({ url: '/api/auth/user', headers: { authorization } })
  const dead = (n: number) => request(`Bearer ${'x'.repeat(40)}${100 + n}`)
  for (let sent = 0; sent < 312; sent += 8) {
    const statuses = await atOnce(8, (n) => statusOf(dead(sent + n), ip))
    expect(statuses).toEqual(Array(8).fill(401))
  }
  expect(await statusOf(request(headers.authorization), ip)).toBe(200)
})

test('dead tokens of a network are looked up two at once, tokens seen alive beside them', async () => {
  const ip = newAddress()
  const { headers } = await signedInUser(run)
  const url = '/api/auth/user'
  expect(await statusOf({ url, headers }, ip)).toBe(200)
  const free = await holdLock(run.owner, 'LOCK TABLE app_session')
  const authorization = `Bearer ${'x'.repeat(43)}`
  const dead = atOnce(20, () => statusOf({ url, headers: { authorization } }, ip))
  const countWaiting = async () =>
    (
      await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(run.db)
    ).rows.length
  await expect.poll(countWaiting).toBe(2)
  const alive = statusOf({ url, headers }, ip)
  await expect.poll(countWaiting).toBe(3)
  await free()
  expect(await alive).toBe(200)
  expect(await dead).toEqual(Array(20).fill(401))
})
