import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccessToken, listAccessTokens } from '../../contract/access-token.ts'
import { endOtherSessions } from '../../contract/sign-in.ts'
import { endAllSessions, revokeAllAccessTokens } from '../identity/session.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import { signedInUser, type SignedInUser } from '../testing/signed-in-user.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { FIREFOX, Visitor } from '../sign-in/sign-in.fixture.ts'
import { cleanUp } from '../jobs.ts'
import { untilBlocking } from '../testing/until-blocking.ts'

const testApp = await testAppOfFile()

const DAY = 86_400

const create = (by: SignedInUser, body: object = {}, visitor = new Visitor(testApp)) =>
  visitor.send(createAccessToken, { name: 'nightly import', scope: 'read', ...body }, by.headers)

test.each([
  [1, '2026-09-30T06:30:00.000Z'],
  [365, '2027-09-29T06:30:00.000Z'],
])('a token for %i days works until then and is refused from then on', async (days, until) => {
  testApp.clock.set('2026-09-29T06:30:00Z')
  const owner = await signedInUser(testApp)
  const { token, data } = (await create(owner, { expires_in_days: days })).body
  expect(data.expires_at).toBe(until)
  testApp.clock.turn(days * DAY - 1)
  expect((await new Visitor(testApp).user(token)).status).toBe(200)
  testApp.clock.turn(1)
  expect(await new Visitor(testApp).user(token)).toMatchObject({
    status: 401,
    body: { message: 'Unauthenticated.' },
  })
})

test('an expired token stays listed for 30 days and is then deleted', async () => {
  testApp.clock.set('2026-09-29T06:30:00Z')
  const owner = await signedInUser(testApp)
  const { data } = (await create(owner, { expires_in_days: 1 })).body
  const list = async () =>
    (await new Visitor(testApp).send(listAccessTokens, undefined, owner.headers)).body.data.map(
      ({ id }) => id,
    )
  testApp.clock.turn(2 * DAY)
  await cleanUp(testApp.deps)
  expect(await list()).toEqual([data.id])
  // Used each day, so that the session that asks lives.
  for (let week = 1; week <= 5; week++) {
    await list()
    testApp.clock.turn(6 * DAY)
  }
  await cleanUp(testApp.deps)
  expect(
    await testApp.db.selectFrom('access_token').select('id').where('id', '=', data.id).execute(),
  ).toEqual([])
})

test('creating a token requires a session opened at most 10 minutes ago', async () => {
  const owner = await signedInUser(testApp)
  testApp.clock.turn(600)
  expect((await create(owner)).status).toBe(201)
  testApp.clock.turn(1)
  expect(await create(owner)).toMatchObject({
    status: 403,
    body: { code: 'sign_in_again', message: 'For your security, sign in again to create a token.' },
  })
})

test('no token is created with a session that ends during the request', async () => {
  const owner = await signedInUser(testApp)
  const { request } = await testApp.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM app_user WHERE id = ${owner.id} FOR UPDATE`.execute(trx)
    const request = create(owner)
    await untilBlocking(trx)
    await endAllSessions(trx, owner.id, testApp.clock.now())
    await revokeAllAccessTokens(trx, owner.id, testApp.clock.now())
    return { request }
  })
  expect((await request).status).toBe(401)
  const tokens = testApp.db.selectFrom('access_token').select('id').where('user_id', '=', owner.id)
  expect(await tokens.execute()).toEqual([])
})

test('a new token is reported to its owner by email', async () => {
  testApp.clock.set('2026-09-29T06:30:00Z')
  const owner = await signedInUser(testApp)
  await create(
    owner,
    { name: 'evil.example/reset', scope: 'write', expires_in_days: 30 },
    new Visitor(testApp, '127.0.0.1', FIREFOX),
  )
  const [email, ...more] = await receivedEmails(testApp, owner.email)
  expect(more).toEqual([])
  expect(email?.subject).toBe('New access token for Rupee Rates')
  expect(email?.text).toContain('Name: evil. example/ reset\n')
  expect(email?.text).toContain('Permission: read and write\n')
  expect(email?.text).toContain('Expires: 29 Oct 2026\n')
  expect(email?.text).toContain(
    'Created with: Firefox on Windows, from 127.0.0.1, 29 Sep 2026, 12:00 Sri Lanka time',
  )
  expect(email?.text).not.toContain('rr_')
})

test('ending all other sessions also revokes the access tokens', async () => {
  const owner = await signedInUser(testApp)
  const stranger = await signedInUser(testApp)
  const tokens = [(await create(owner)).body.token, (await create(owner)).body.token]
  const kept = (await create(stranger)).body.token
  const response = await new Visitor(testApp).send(endOtherSessions, undefined, owner.headers)
  expect(response.body).toEqual({
    message: '0 sessions ended, 2 access tokens revoked',
    data: { ended: 0, tokens_revoked: 2 },
  })
  for (const token of tokens) expect((await new Visitor(testApp).user(token)).status).toBe(401)
  expect((await new Visitor(testApp).user(kept)).status).toBe(200)
  expect((await new Visitor(testApp).user(owner.headers.authorization.slice(7))).status).toBe(200)
  const actions = (await shownEntries(testApp.db)).filter(
    ({ user_email: by }) => by === owner.email,
  )
  expect(actions.filter(({ action }) => action === 'revoke access token')).toHaveLength(2)
})
