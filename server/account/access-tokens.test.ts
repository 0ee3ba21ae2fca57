import { expect, test } from 'vitest'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  type AccessToken,
} from '../../contract/access-token.ts'
import { deleteManualRate, recentRates, recordManualRate } from '../../contract/entries.ts'
import { listSessions } from '../../contract/sign-in.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { atOnce, bearer, Visitor } from '../sign-in/sign-in.fixture.ts'
import { MAX_TOKENS } from './routes.ts'

const testApp = await testAppOfFile()
const owner = await signedInUser(testApp)

const make = (name: string, scope: AccessToken['scope'], by = owner) =>
  new Visitor(testApp).send(createAccessToken, { name, scope }, by.headers)
const list = async (by = owner) =>
  (await new Visitor(testApp).send(listAccessTokens, undefined, by.headers)).body.data
const revoke = (id: number, by = owner) =>
  sendRequest<typeof revokeAccessToken>(testApp, {
    method: 'DELETE',
    url: revokeAccessToken.url.replace(':id', String(id)),
    headers: by.headers,
  })

test('a new token shows its secret once and lists name, scope, expiry and last use', async () => {
  const { status, headers, body } = await make(' nightly import ', 'write')
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 201, cache: 'no-store' })
  expect(body).toEqual({
    message: 'Access token created. Copy it now: it is not shown again.',
    token: expect.stringMatching(/^rr_[\w-]{43}$/) as string,
    data: {
      id: expect.any(Number) as number,
      name: 'nightly import',
      scope: 'write',
      publishers: [],
      kinds: [],
      created_at: '2026-09-29T06:30:00.000Z',
      expires_at: '2026-12-28T06:30:00.000Z',
      last_used_at: null,
      last_used_device: null,
      last_used_ip: null,
    },
  })
  testApp.clock.turn(90)
  const script = new Visitor(testApp, '203.0.113.50', 'curl/8.14.1')
  expect((await script.user(body.token)).body.data.user.email).toBe(owner.email)
  const listed = await list()
  expect(listed.find(({ id }) => id === body.data.id)).toMatchObject({
    last_used_at: '2026-09-29T06:31:30.000Z',
    last_used_device: 'curl',
    last_used_ip: '203.0.113.50',
  })
  expect(JSON.stringify(listed)).not.toContain(body.token)
})

test('a token that may read reads and does nothing else; one that may write also enters rates', async () => {
  const reader = (await make('reader', 'read')).body.token
  const writer = (await make('writer', 'write')).body.token
  const visitor = new Visitor(testApp)
  const rate = { date: '2026-09-28', base_currency: 'USD', rate: 301.25 }
  expect((await visitor.send(recentRates, undefined, bearer(reader))).status).toBe(200)
  expect(await visitor.send(recordManualRate, rate, bearer(reader))).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: 'This access token may only read.' },
  })
  expect((await visitor.send(recordManualRate, rate, bearer(writer))).status).toBe(201)
  const entry = (await shownEntries(testApp.db)).at(-1)
  expect(JSON.parse(entry?.metadata ?? '{}')).toMatchObject({ access_token: 'writer' })
  for (const token of [reader, writer])
    for (const endpoint of [listAccessTokens, createAccessToken, listSessions])
      expect(
        await visitor.send(endpoint, endpoint.method === 'POST' ? {} : undefined, bearer(token)),
      ).toMatchObject({
        status: 403,
        body: { message: 'A personal access token may not do this. Sign in yourself.' },
      })
  const remove = {
    method: deleteManualRate.method,
    url: deleteManualRate.url.replace(':id', '1'),
  } as const
  expect((await sendRequest(testApp, { ...remove, headers: bearer(reader) })).status).toBe(403)
})

test('a revoked token stops at once, and only its owner can revoke it', async () => {
  const { token, data } = (await make('to be revoked', 'read')).body
  const stranger = await signedInUser(testApp)
  expect((await new Visitor(testApp).user(token)).status).toBe(200)
  expect((await revoke(data.id, stranger)).status).toBe(404)
  expect(await revoke(data.id)).toMatchObject({
    status: 200,
    body: { message: 'Access token revoked' },
  })
  const responses = await atOnce(50, () => new Visitor(testApp).user(token))
  expect(responses.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
  expect((await revoke(data.id)).status).toBe(404)
  const actions = (await shownEntries(testApp.db))
    .filter(({ description }) => description.includes('to be revoked'))
    .map(({ action, description }) => ({ action, description }))
  expect(actions).toEqual([
    {
      action: 'create access token',
      description: `Created the access token "to be revoked" (permission: read, expires 28 Dec 2026)`,
    },
    {
      action: 'revoke access token',
      description: `Revoked the access token "to be revoked"`,
    },
  ])
})

test('signing out with an access token ends nothing', async () => {
  const { token } = (await make('not a session', 'read')).body
  expect((await new Visitor(testApp).signOut(token)).status).toBe(200)
  expect((await new Visitor(testApp).user(token)).status).toBe(200)
})

test('each wrong field of a token is named', async () => {
  const visitor = new Visitor(testApp)
  const wrong = { name: ' ', scope: 'admin', expires_in_days: '90', extra: 1 }
  expect((await visitor.send(createAccessToken, wrong, owner.headers)).body.errors).toEqual({
    name: ['Give the token a name.'],
    scope: ['The scope must be read or write.'],
    expires_in_days: ['Enter a whole number of days from 1 to 365.'],
    extra: ['This field is not recognised.'],
  })
  for (const days of [0, 366, 1.5, -1, null])
    expect(
      (
        await visitor.send(
          createAccessToken,
          { name: 'x', scope: 'read', expires_in_days: days },
          owner.headers,
        )
      ).body.errors,
    ).toEqual({ expires_in_days: ['Enter a whole number of days from 1 to 365.'] })
  expect((await make('a\nb', 'read')).status).toBe(400)
  expect((await make('x'.repeat(61), 'read')).status).toBe(400)
})

test('10 concurrent requests at 45 tokens stop at 50', async () => {
  const user = await signedInUser(testApp)
  for (let n = 1; n <= 45; n++) await make(`token ${n}`, 'read', user)
  const responses = await atOnce(10, (n) => make(`late token ${n}`, 'read', user))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(responses.find(({ status }) => status === 409)?.body.message).toBe(
    'You have 50 access tokens. Revoke one that you no longer use.',
  )
  expect(await list(user)).toHaveLength(MAX_TOKENS)
})
