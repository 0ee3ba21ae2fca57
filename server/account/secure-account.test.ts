import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { inspectSecureAccountLink, secureAccount } from '../../contract/account.ts'
import { openSession } from '../identity/session.ts'
import { lockAccount, markVerified } from '../sign-in/account-queries.ts'
import { waitingEmails } from '../testing/received-emails.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import {
  atOnce,
  bearer,
  CHROME,
  newestSecrets,
  newUser,
  newAddress,
  Visitor,
} from '../sign-in/sign-in.fixture.ts'
import { cleanUp } from '../clean-up.ts'

const testApp = await testAppOfFile()

const DAY = 86_400

const inspect = (token: string, visitor = new Visitor(testApp)) =>
  visitor.send(inspectSecureAccountLink, { token })
const press = (token: string, visitor = new Visitor(testApp)) =>
  visitor.send(secureAccount, { token })

/**
 * Someone with two sessions, the second from a new device, an access token, and the links of the
 * emails about both.
 */
async function attackedUser() {
  const ratesApp = new Visitor(testApp)
  const { email, code } = await newUser(testApp, ratesApp)
  const first = (await ratesApp.verify(email, code)).body.token
  testApp.clock.turn(61)
  const thief = new Visitor(testApp, newAddress(), CHROME)
  await thief.requestCode(email)
  const second = (await thief.verify(email, (await newestSecrets(testApp, email)).code)).body.token
  const body = { name: 'stolen', scope: 'write' }
  const access = (await thief.send(createAccessToken, body, bearer(second))).body.token
  const links = (await waitingEmails(testApp, email))
    .map(({ text }) => /\/secure-account#link=([\w-]+)$/m.exec(text)?.[1])
    .filter((link) => link !== undefined)
  return { email, tokens: [first, second, access], links }
}

const statuses = (tokens: readonly string[]) =>
  Promise.all(tokens.map(async (token) => (await new Visitor(testApp).user(token)).status))

test('the link in the email about a new device ends all sessions and tokens on a press, without signing in', async () => {
  const { email, tokens, links } = await attackedUser()
  expect(links).toHaveLength(2)
  const other = await attackedUser()
  expect(await inspect(links[0]!)).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: { data: { name: 'Nimal Perera', email } },
  })
  expect(await statuses(tokens)).toEqual([200, 200, 200])
  expect(await press(links[0]!)).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      message: '2 sessions ended, 1 access token revoked',
      data: { email, sessions_ended: 2, tokens_revoked: 1 },
    },
  })
  const after = await atOnce(50, (n) => new Visitor(testApp).user(tokens[n % 3]!))
  expect(after.filter(({ status }) => status !== 401)).toEqual([])
  expect(await statuses(other.tokens)).toEqual([200, 200, 200])
  const entry = (await shownEntries(testApp.db)).findLast(({ user_email: by }) => by === email)
  expect(entry).toMatchObject({
    action: 'revoke session',
    description: `The link in a security email to ${email} was used: 2 sessions ended, 1 access token revoked`,
  })
  expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({
    sessions: [expect.any(Number), expect.any(Number)],
    access_tokens: [expect.any(Number)],
  })
})

test('behind the link only the device that pressed it is a known one', async () => {
  const { email, links } = await attackedUser()
  const phone = new Visitor(testApp, newAddress(), CHROME)
  await press(links[0]!, phone)
  const devices = await testApp.owner
    .selectFrom('known_device as d')
    .innerJoin('app_user as u', 'u.id', 'd.user_id')
    .select('d.user_id')
    .where('u.email', '=', email)
    .execute()
  expect(devices).toHaveLength(1)
  testApp.clock.turn(61)
  await phone.requestCode(email)
  await phone.verify(email, (await newestSecrets(testApp, email)).code)
  const subjects = (await waitingEmails(testApp, email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('New sign-in'))).toHaveLength(1)
})

test('a sign-in that is under way when the link is pressed is ended with the other sessions', async () => {
  const { email, links } = await attackedUser()
  const now = testApp.clock.now()
  const blocked = sql`SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
  const { pressed, token } = await testApp.db.transaction().execute(async (trx) => {
    const user = await lockAccount(trx, email)
    await markVerified(trx, user!, { language: 'en' }, now)
    const from = { device: CHROME, ip: newAddress() }
    const { token } = await openSession(trx, [testApp.deps.secretKey], user!.id, from, now)
    const pressed = press(links[0]!)
    await expect.poll(async () => (await blocked.execute(trx)).rows.length).toBe(1)
    return { pressed, token }
  })
  expect((await pressed).body.data.sessions_ended).toBe(3)
  expect(await statuses([token])).toEqual([401])
})

test('a link works once, also when it is pressed 20 times at once', async () => {
  const { links } = await attackedUser()
  const responses = await atOnce(20, () => press(links[0]!))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.find(({ status }) => status === 400)?.body).toEqual({
    code: 'link_dead',
    message: 'This link has been used or has expired. Sign in to see and end your sessions.',
  })
  expect((await inspect(links[0]!)).body.code).toBe('link_dead')
  expect((await press(links[1]!)).body.message).toBe('0 sessions ended')
})

test('100 GETs and HEADs of the link end nothing', async () => {
  const { tokens, links } = await attackedUser()
  const url = `/secure-account?link=${links[0]}`
  for (const method of ['GET', 'HEAD'] as const)
    await atOnce(50, () => testApp.app.inject({ method, url, remoteAddress: '192.0.2.1' }))
  expect(await statuses(tokens)).toEqual([200, 200, 200])
  expect((await press(links[0]!)).status).toBe(200)
})

test('a link is dead after 7 days, and is then deleted', async () => {
  const { links } = await attackedUser()
  testApp.clock.turn(7 * DAY - 1)
  expect((await inspect(links[0]!)).status).toBe(200)
  testApp.clock.turn(1)
  expect((await inspect(links[0]!)).body.code).toBe('link_dead')
  expect((await press(links[0]!)).body.code).toBe('link_dead')
  await cleanUp(testApp.deps)
  expect(await testApp.db.selectFrom('secure_account_link').select('user_id').execute()).toEqual([])
})

test('guesses are limited to 60 a minute and network, and no link stands in clear in the database', async () => {
  const { links } = await attackedUser()
  const rows = await testApp.db.selectFrom('secure_account_link').selectAll().execute()
  const hashes = rows.map(({ token_hash }) => token_hash.toString('hex'))
  expect(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(links[0])
  const visitor = new Visitor(testApp)
  const statusesOf = await atOnce(70, async (n) =>
    n % 2
      ? (await inspect('x'.repeat(43), visitor)).status
      : (await press('x'.repeat(43), visitor)).status,
  )
  expect(statusesOf.filter((status) => status === 429)).toHaveLength(10)
})

test('a session used from another device and network is recorded and notified by email once an hour', async () => {
  const ratesApp = new Visitor(testApp, '203.0.113.60')
  const { email, code } = await newUser(testApp, ratesApp)
  const { token } = (await ratesApp.verify(email, code)).body
  const notices = async () =>
    (await waitingEmails(testApp, email)).filter(({ subject }) => subject.startsWith('Unusual use'))
  testApp.clock.turn(61)
  await new Visitor(testApp, '203.0.113.61').user(token)
  expect(await notices()).toEqual([])
  await atOnce(20, () => new Visitor(testApp, '198.51.100.9', CHROME).user(token))
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice?.text).toContain('Chrome on Android, from 198.51.100.9')
  expect(notice?.text).toContain(
    'Before that, the session was used with Firefox on Windows, from 203.0.113.61.',
  )
  expect(notice?.text).toContain('/secure-account#link=')
  for (let minute = 1; minute <= 58; minute++) {
    testApp.clock.turn(60)
    await (minute % 2 ? ratesApp : new Visitor(testApp, '198.51.100.9', CHROME)).user(token)
  }
  expect(await notices()).toHaveLength(1)
  const entries = (await shownEntries(testApp.db))
    .filter(({ user_email: by, action }) => by === email && action === 'session used elsewhere')
    .map(({ action, description }) => ({ action, description }))
  expect(entries).toEqual([
    {
      action: 'session used elsewhere',
      description: `A session of ${email} was used with Chrome on Android, 198.51.100.9; before with Firefox on Windows, 203.0.113.61`,
    },
  ])
})

test('a suspended user can neither get nor use a code or a link', async () => {
  const visitor = new Visitor(testApp)
  const { email, code, link } = await newUser(testApp, visitor)
  const suspended_at = testApp.clock.now()
  await testApp.owner
    .updateTable('app_user')
    .set({ suspended_at })
    .where('email', '=', email)
    .execute()
  expect((await visitor.verify(email, code)).body.code).toBe('code_wrong')
  expect((await visitor.inspect(link)).body.code).toBe('link_dead')
  expect((await visitor.redeem(link)).body.code).toBe('link_dead')
  testApp.clock.turn(61)
  expect(await visitor.requestCode(email)).toMatchObject({
    status: 403,
    body: {
      code: 'forbidden',
      message: 'This account is suspended. Contact the administrator of this service.',
    },
  })
  await testApp.owner
    .updateTable('app_user')
    .set({ suspended_at: null })
    .where('email', '=', email)
    .execute()
  expect((await visitor.verify(email, code)).status).toBe(200)
})
