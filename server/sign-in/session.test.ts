import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { endOtherSessions, endSession } from '../../contract/sign-in.ts'
import { buildApp } from '../app.ts'
import { createDependencies } from '../deps.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import { sendRequest } from '../testing/send-request.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import {
  atOnce,
  bearer,
  CHROME,
  FIREFOX,
  newestSecrets,
  newUser,
  Visitor,
} from './sign-in.fixture.ts'

const testApp = await testAppOfFile()
const otherServer = await buildApp(await createDependencies(testApp.deps))
await otherServer.ready()
afterAll(() => otherServer.close())

const DAY = 86_400

async function newSession(visitor = new Visitor(testApp)) {
  const { email, code } = await newUser(testApp, visitor)
  return { email, token: (await visitor.verify(email, code)).body.token }
}

async function nextSession(email: string, visitor: Visitor): Promise<string> {
  testApp.clock.turn(61)
  await visitor.requestCode(email)
  return (await visitor.verify(email, (await newestSecrets(testApp, email)).code)).body.token
}

const auditOf = async (email: string) =>
  (await shownEntries(testApp.db))
    .filter(({ user_email: by }) => by === email)
    .map(({ action }) => action)

test('after a logout none of 50 concurrent calls pass on any server', async () => {
  const { email, token } = await newSession()
  const servers = [testApp.app, otherServer]
  for (const app of servers) expect((await new Visitor({ app }).user(token)).status).toBe(200)
  expect((await new Visitor(testApp).signOut(token)).body).toEqual({ message: 'Signed out' })
  const responses = await atOnce(50, (n) => new Visitor({ app: servers[n % 2]! }).user(token))
  expect(responses.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
  expect((await new Visitor(testApp).signOut(token)).status).toBe(200)
  expect(await auditOf(email)).toEqual(['register', 'login', 'logout'])
})

test('no call passes after a logout that runs beside others, 5 times of 5', async () => {
  let held = 0
  for (let trial = 0; trial < 5; trial++) {
    const { token } = await newSession()
    const before = atOnce(25, () => new Visitor(testApp).user(token))
    await new Visitor(testApp).signOut(token)
    const after = await atOnce(50, (n) =>
      new Visitor({ app: n % 2 ? testApp.app : otherServer }).user(token),
    )
    await before
    if (after.every(({ status }) => status === 401 || status === 429)) held++
  }
  expect(held).toBe(5)
})

test('every request checks its session in the database', async () => {
  const { token } = await newSession()
  const visitor = new Visitor(testApp)
  expect((await visitor.user(token)).status).toBe(200)
  // Removed behind the server's back: nothing is announced and nothing is remembered.
  await sql`DELETE FROM app_session`.execute(testApp.owner)
  expect((await visitor.user(token)).status).toBe(401)
})

test('a session ends after 7 idle days, or after 30 days', async () => {
  const idle = (await newSession()).token
  const used = (await newSession()).token
  for (let day = 1; day <= 6; day++) {
    testApp.clock.turn(DAY)
    expect((await new Visitor(testApp).user(used)).status).toBe(200)
  }
  testApp.clock.turn(DAY)
  expect((await new Visitor(testApp).user(idle)).status).toBe(401)
  for (let day = 8; day <= 30; day++) {
    expect((await new Visitor(testApp).user(used)).status).toBe(200)
    testApp.clock.turn(DAY)
  }
  expect((await new Visitor(testApp).user(used)).status).toBe(401)
})

test('the last use is written at most once a minute', async () => {
  const { token } = await newSession()
  const seen = async () => (await new Visitor(testApp).sessions(token)).body.data[0]?.last_seen_at
  const first = await seen()
  testApp.clock.turn(59)
  expect(await seen()).toBe(first)
  testApp.clock.turn(1)
  expect(Date.parse((await seen())!) - Date.parse(first!)).toBe(60_000)
})

test('a user lists their live sessions, last used first', async () => {
  const phone = new Visitor(testApp, '203.0.113.20', CHROME)
  const { email, token } = await newSession(phone)
  const ratesApp = new Visitor(testApp, '2001:db8::20', FIREFOX)
  const other = await nextSession(email, ratesApp)
  await newSession()
  const { headers, body } = await ratesApp.sessions(other)
  expect(headers['cache-control']).toBe('no-store')
  expect(body.data.map(({ device, ip_address, current }) => [device, ip_address, current])).toEqual(
    [
      ['Firefox on Windows', '2001:db8::20', true],
      ['Chrome on Android', '203.0.113.20', false],
    ],
  )
  const [first] = body.data
  expect(Date.parse(first!.expires_at) - Date.parse(first!.last_seen_at)).toBe(7 * DAY * 1000)
  expect(JSON.stringify(body)).not.toContain(token)
})

test('a user ends one of their sessions, never another user’s', async () => {
  const visitor = new Visitor(testApp)
  const { email, token } = await newSession(visitor)
  const other = await nextSession(email, visitor)
  const stranger = (await newSession()).token
  const url = (id: number) => endSession.url.replace(':id', String(id))
  const [mine, before] = (await visitor.sessions(other)).body.data
  const end = (id: number, by: string) =>
    sendRequest<typeof endSession>(testApp, {
      method: 'DELETE',
      url: url(id),
      headers: bearer(by),
      remoteAddress: visitor.ip,
    })
  expect(await end(before!.id, stranger)).toMatchObject({
    status: 404,
    body: { message: 'You have no such session.' },
  })
  expect(await end(before!.id, other)).toMatchObject({
    status: 200,
    body: { message: 'Session ended' },
  })
  expect((await visitor.user(token)).status).toBe(401)
  expect((await end(before!.id, other)).status).toBe(404)
  expect((await end(mine!.id, other)).status).toBe(200)
  expect((await visitor.user(other)).status).toBe(401)
  expect((await visitor.user(stranger)).status).toBe(200)
  expect(await auditOf(email)).toEqual([
    'register',
    'login',
    'login',
    'revoke session',
    'revoke session',
  ])
})

test('a user ends all other sessions', async () => {
  const visitor = new Visitor(testApp)
  const { email, token } = await newSession(visitor)
  const tokens = [token, await nextSession(email, visitor), await nextSession(email, visitor)]
  const { body } = await visitor.send(endOtherSessions, undefined, bearer(tokens[1]!))
  expect(body).toEqual({ message: '2 sessions ended', data: { ended: 2, tokens_revoked: 0 } })
  const statuses = await Promise.all(tokens.map(async (each) => (await visitor.user(each)).status))
  expect(statuses).toEqual([401, 200, 401])
})

test('of two devices ending all other sessions at once, one stays signed in', async () => {
  const visitor = new Visitor(testApp)
  const { email, token } = await newSession(visitor)
  const tokens = [token, await nextSession(email, visitor)]
  const { ended } = await testApp.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM app_user WHERE email = ${email} FOR UPDATE`.execute(trx)
    const ended = Promise.all(
      tokens.map((each) => visitor.send(endOtherSessions, undefined, bearer(each))),
    )
    await expect.poll(async () => (await waiting.execute(testApp.db)).rows.length).toBe(2)
    return { ended }
  })
  const statuses = (await ended).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 401])
  const live = await Promise.all(tokens.map(async (each) => (await visitor.user(each)).status))
  expect(live).toEqual(statuses)
})

const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

test('a sign-in from a new browser or network is reported by email, the first excepted', async () => {
  const ratesApp = new Visitor(testApp, '203.0.113.30', FIREFOX)
  const { email } = await newSession(ratesApp)
  const notices = async () =>
    (await receivedEmails(testApp, email)).filter(
      ({ subject }) => subject === 'New sign-in to Rupee Rates',
    )
  await nextSession(email, ratesApp)
  await nextSession(email, new Visitor(testApp, '203.0.113.30', FIREFOX.replace(/140/g, '141')))
  expect(await notices()).toEqual([])
  await nextSession(email, new Visitor(testApp, '203.0.113.31', CHROME))
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice?.text).toContain('Chrome on Android, from 203.0.113.31')
  expect(notice?.text).toContain('http://localhost:3000/account')
})

test('after ending other sessions every other device is new again', async () => {
  const owner = new Visitor(testApp, '203.0.113.40', FIREFOX)
  const thief = new Visitor(testApp, '203.0.113.41', CHROME)
  const { email, token } = await newSession(owner)
  const notices = async () =>
    (await receivedEmails(testApp, email)).filter(
      ({ subject }) => subject === 'New sign-in to Rupee Rates',
    ).length
  await nextSession(email, thief)
  await nextSession(email, thief)
  expect(await notices()).toBe(1)
  await owner.send(endOtherSessions, undefined, bearer(token))
  await nextSession(email, owner)
  expect(await notices()).toBe(1)
  await nextSession(email, thief)
  expect(await notices()).toBe(2)
})

test('no code and no token is stored in clear', async () => {
  const visitor = new Visitor(testApp)
  const fresh = await newUser(testApp)
  const { token } = await newSession(visitor)
  const payload = { name: 'script', scope: 'write' }
  const made = await visitor.send(createAccessToken, payload, bearer(token))
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(
    testApp.owner,
  )
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(testApp.owner),
    ),
  )
  const dump = rows.flatMap((table) => table.rows.map(({ row }) => row)).join('\n')
  expect(dump.length).toBeGreaterThan(10_000)
  const inHex = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of [fresh.link, token, made.body.token]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(inHex(secret))
  }
  // Six digits turn up in hashes by chance, so they are looked for as a word and as the email would
  // have them.
  expect(dump).not.toMatch(new RegExp(`(?<![0-9a-f])${fresh.code}(?![0-9a-f])`))
  expect(dump).not.toContain(inHex(`\n${fresh.code}\n`))
})
