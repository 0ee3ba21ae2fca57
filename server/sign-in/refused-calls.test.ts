import { expect, test } from 'vitest'
import { testAppOfFile } from '../testing/test-app.ts'
import { newAddress } from './sign-in.fixture.ts'

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

test('300 dead tokens a minute block the tokens of a network without a query', async () => {
  const ip = newAddress()
  const request = (token: string) => ({
    url: '/api/auth/user',
    headers: { authorization: `Bearer ${token}` },
  })
  const dead = request('x'.repeat(43))
  for (let calls = 0; calls < 300; calls++) expect(await statusOf(dead, ip)).toBe(401)
  run.clock.turn(20)
  const response = await run.app.inject({ ...dead, remoteAddress: ip })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '40'])
  expect(await statusOf(dead, newAddress())).toBe(401)
  // Without a token there is nothing to look up.
  expect(await statusOf({ url: '/api/auth/user' }, ip)).toBe(401)
  run.clock.turn(41)
  expect(await statusOf(dead, ip)).toBe(401)
})
