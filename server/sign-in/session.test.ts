import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOtherSessions, endSession, listSessions } from '../../contract/sign-in.ts'
import { buildApp } from '../app.ts'
import { waitingLetters } from '../testing/letters.ts'
import { ask } from '../testing/ask.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { atOnce, bearer, CHROME, FIREFOX, newestSecrets, newPerson, Visitor } from './sign-in.fixture.ts'

let house: TestApp
let otherServer: FastifyInstance
beforeAll(async () => {
  house = await startTestApp()
  otherServer = await buildApp(house.deps)
  await otherServer.ready()
})
afterAll(async () => {
  await otherServer.close()
  await house.close()
})

const DAY = 86_400

async function newSession(visitor = new Visitor(house)) {
  const { email, code } = await newPerson(house, visitor)
  return { email, token: (await visitor.verify(email, code)).body.token }
}

async function nextSession(email: string, visitor: Visitor): Promise<string> {
  house.clock.turn(61)
  await visitor.requestCode(email)
  return (await visitor.verify(email, (await newestSecrets(house, email)).code)).body.token
}

const auditOf = async (email: string) =>
  (await shownEntries(house.db)).filter(({ user_email: by }) => by === email).map(({ action }) => action)

test('after a logout 0 of 50 parallel calls pass, on this server and on another that had served the session', async () => {
  const { email, token } = await newSession()
  const servers = [house.app, otherServer]
  for (const app of servers) expect((await new Visitor({ app }).user(token)).status).toBe(200)
  expect((await new Visitor(house).signOut(token)).body).toEqual({ message: 'Signed out' })
  const answers = await atOnce(50, (n) => new Visitor({ app: servers[n % 2]! }).user(token))
  expect(answers.filter(({ status }) => status !== 401)).toEqual([])
  expect((await new Visitor(house).signOut(token)).status).toBe(200)
  expect(await auditOf(email)).toEqual(['register', 'login', 'logout'])
})

test('calls that were under way when the logout came are answered or refused, and none after it passes: 10 of 10', async () => {
  let held = 0
  for (let trial = 0; trial < 10; trial++) {
    const { token } = await newSession()
    const before = atOnce(25, () => new Visitor(house).user(token))
    await new Visitor(house).signOut(token)
    const after = await atOnce(50, (n) => new Visitor({ app: n % 2 ? house.app : otherServer }).user(token))
    await before
    if (after.every(({ status }) => status === 401)) held++
  }
  expect(held).toBe(10)
})

test('one query decides whether a request is signed in, and asks the database each time', async () => {
  const { token } = await newSession()
  const visitor = new Visitor(house)
  expect((await visitor.user(token)).status).toBe(200)
  // Removed behind the server's back: nothing is announced and nothing is remembered.
  await sql`DELETE FROM app_session`.execute(house.owner)
  expect((await visitor.user(token)).status).toBe(401)
})

test('a suspended user is signed out everywhere at once', async () => {
  const { email, token } = await newSession()
  const visitor = new Visitor(house)
  const suspend = (at: Date | null) =>
    house.owner.updateTable('app_user').set({ suspended_at: at }).where('email', '=', email).execute()
  await suspend(house.clock.now())
  const servers = [house.app, otherServer]
  const answers = await atOnce(50, (n) => new Visitor({ app: servers[n % 2]! }).user(token))
  expect(answers.filter(({ status }) => status !== 401)).toEqual([])
  await suspend(null)
  expect((await visitor.user(token)).status).toBe(200)
})

test('a session that nobody uses ends after 7 days; one that is used, after 30', async () => {
  const idle = (await newSession()).token
  const used = (await newSession()).token
  for (let day = 1; day <= 6; day++) {
    house.clock.turn(DAY)
    expect((await new Visitor(house).user(used)).status).toBe(200)
  }
  house.clock.turn(DAY)
  expect((await new Visitor(house).user(idle)).status).toBe(401)
  for (let day = 8; day <= 30; day++) {
    expect((await new Visitor(house).user(used)).status).toBe(200)
    house.clock.turn(DAY)
  }
  expect((await new Visitor(house).user(used)).status).toBe(401)
})

test('when someone was last seen is written once a minute at most', async () => {
  const { token } = await newSession()
  const seen = async () => (await new Visitor(house).sessions(token)).body.data[0]?.last_seen_at
  const first = await seen()
  house.clock.turn(59)
  expect(await seen()).toBe(first)
  house.clock.turn(1)
  expect(Date.parse((await seen())!) - Date.parse(first!)).toBe(60_000)
})

test('lists one’s own live sessions by device, address and time, the last used first', async () => {
  const phone = new Visitor(house, '203.0.113.20', CHROME)
  const { email, token } = await newSession(phone)
  const desk = new Visitor(house, '2001:db8::20', FIREFOX)
  const other = await nextSession(email, desk)
  await newSession()
  const { headers, body } = await desk.sessions(other)
  expect(headers['cache-control']).toBe('no-store')
  expect(body.data.map(({ device, ip_address, current }) => [device, ip_address, current])).toEqual([
    ['Firefox on Windows', '2001:db8::20', true],
    ['Chrome on Android', '203.0.113.20', false],
  ])
  const [first] = body.data
  expect(Date.parse(first!.expires_at) - Date.parse(first!.last_seen_at)).toBe(7 * DAY * 1000)
  expect(JSON.stringify(body)).not.toContain(token)
})

test('ends one session of one’s own, never another person’s', async () => {
  const visitor = new Visitor(house)
  const { email, token } = await newSession(visitor)
  const other = await nextSession(email, visitor)
  const stranger = (await newSession()).token
  const url = (id: number) => endSession.url.replace(':id', String(id))
  const [mine, before] = (await visitor.sessions(other)).body.data
  const end = (id: number, by: string) =>
    ask<typeof endSession>(house, {
      method: 'DELETE',
      url: url(id),
      headers: bearer(by),
      remoteAddress: visitor.ip,
    })
  expect(await end(before!.id, stranger)).toMatchObject({
    status: 404,
    body: { message: 'There is no such session of yours.' },
  })
  expect(await end(before!.id, other)).toMatchObject({ status: 200, body: { message: 'Session ended' } })
  expect((await visitor.user(token)).status).toBe(401)
  expect((await end(before!.id, other)).status).toBe(404)
  expect((await end(mine!.id, other)).status).toBe(200)
  expect((await visitor.user(other)).status).toBe(401)
  expect((await visitor.user(stranger)).status).toBe(200)
  expect(await auditOf(email)).toEqual(['register', 'login', 'login', 'revoke session', 'revoke session'])
})

test('ends all other sessions at once and keeps this one', async () => {
  const visitor = new Visitor(house)
  const { email, token } = await newSession(visitor)
  const tokens = [token, await nextSession(email, visitor), await nextSession(email, visitor)]
  const { body } = await visitor.send(endOtherSessions, undefined, bearer(tokens[1]!))
  expect(body).toEqual({ message: '2 sessions ended', data: { ended: 2, tokens_revoked: 0 } })
  const statuses = await Promise.all(tokens.map(async (each) => (await visitor.user(each)).status))
  expect(statuses).toEqual([401, 200, 401])
})

test('a sign-in from a new browser or network is told by letter, the first ever and a known one are not', async () => {
  const desk = new Visitor(house, '203.0.113.30', FIREFOX)
  const { email } = await newSession(desk)
  const notices = async () =>
    (await waitingLetters(house, email)).filter(({ subject }) => subject === 'New sign-in to Rupee Rates')
  await nextSession(email, desk)
  await nextSession(email, new Visitor(house, '203.0.113.30', FIREFOX.replace(/140/g, '141')))
  expect(await notices()).toEqual([])
  await nextSession(email, new Visitor(house, '203.0.113.31', CHROME))
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice?.text).toContain('Chrome on Android, from 203.0.113.31')
  expect(notice?.text).toContain('http://localhost:3000/sessions')
})

test.each([
  ['nothing', {}],
  ['no token', { authorization: 'Bearer' }],
  ['another scheme', { authorization: 'Basic bmltYWw6cHc=' }],
  ['something malformed', { authorization: "Bearer ' OR 1=1 --" }],
  ['a token that nobody has', bearer('A'.repeat(43))],
  ['an access token that nobody has', bearer(`rr_${'A'.repeat(43)}`)],
])('with %s the answer is 401 Unauthenticated.', async (_what, headers) => {
  const answer = await new Visitor(house).send(listSessions, undefined, headers)
  expect(answer).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' },
    body: { code: 'unauthenticated', message: 'Unauthenticated.' },
  })
})

test('no code and no token stands in clear anywhere in the database', async () => {
  const visitor = new Visitor(house)
  const fresh = await newPerson(house)
  const { token } = await newSession(visitor)
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(
    house.owner,
  )
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(house.owner),
    ),
  )
  const dump = rows.flatMap((table) => table.rows.map(({ row }) => row)).join('\n')
  expect(dump.length).toBeGreaterThan(10_000)
  const inHex = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of [fresh.link, token]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(inHex(secret))
  }
  // Six digits turn up in hashes by chance, so they are looked for as a word and as the letter would have them.
  expect(dump).not.toMatch(new RegExp(`(?<![0-9a-f])${fresh.code}(?![0-9a-f])`))
  expect(dump).not.toContain(inHex(`\n${fresh.code}\n`))
})
