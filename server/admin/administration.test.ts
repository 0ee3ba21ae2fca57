import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import * as contract from '../../contract/admin.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { configKeys } from '../config.ts'
import { giveUp } from '../email/outbox.ts'
import { startFeedServer } from '../feeds/feed-server.fixture.ts'
import { newUser, Visitor } from '../sign-in/sign-in.fixture.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../testing/test-app.ts'

const ADMIN = 'admin@example.lk'
type Headers = { readonly authorization: string }

const feed = await startFeedServer()
let testApp: TestApp
let admin: Headers
let visitor: Visitor
afterEach(() => testApp.close())

async function start(options: TestAppOptions = {}): Promise<void> {
  testApp = await startTestApp({
    ...options,
    env: { ADMINS: ` ${ADMIN.toUpperCase()}`, ...options.env },
  })
  visitor = new Visitor(testApp, '127.0.0.1', 'Test')
  admin = (await signedInUser(testApp, 'Sanduni Silva', ADMIN)).headers
}

const press = <E extends Endpoint>(endpoint: E, id: number, headers = admin) =>
  visitor.send<E>({ ...endpoint, url: endpoint.url.replace(':id', String(id)) }, undefined, headers)
const state = async () =>
  (await visitor.send(contract.installationState, undefined, admin)).body.data
const list = async (query = '') =>
  (await visitor.send({ ...contract.listUsers, url: `/api/admin/users${query}` }, undefined, admin))
    .body
const status = async (headers: Headers) =>
  (await visitor.user(headers.authorization.slice(7))).status
const trail = async () =>
  (await shownEntries(testApp.db))
    .filter(({ user_email }) => user_email === ADMIN)
    .map(({ action, description }) => `${action}: ${description}`)

test('administration is open only to sessions of addresses in ADMINS', async () => {
  await start()
  const clerk = await signedInUser(testApp)
  expect((await visitor.send(contract.installationState, undefined, admin)).status).toBe(200)
  expect(await visitor.send(contract.installationState, undefined, clerk.headers)).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'Resource not found' },
  })
  // Before anything of the request is read.
  expect((await visitor.send(contract.inviteUser, { email: 1 }, clerk.headers)).status).toBe(404)
  const script = await visitor.send(createAccessToken, { name: 'Script', scope: 'write' }, admin)
  const token = { authorization: `Bearer ${script.body.token}` }
  expect((await visitor.send(contract.listUsers, undefined, token)).status).toBe(403)
  expect((await visitor.user(admin.authorization.slice(7))).body.data.admin).toBe(true)
  expect((await visitor.user(clerk.headers.authorization.slice(7))).body.data).not.toHaveProperty(
    'admin',
  )
})

test('a suspended user is signed out at once, and the trail names the administrator', async () => {
  await start()
  const { email, code, link, id } = await newUser(testApp, visitor).then(async (user) => ({
    ...user,
    id: (await list(`?search=${user.email.toUpperCase()}`)).data[0]?.id ?? 0,
  }))
  const { id: clerkId, headers } = await signedInUser(testApp, 'Kamala Fernando')
  expect((await list('?search=kamala')).data).toEqual([
    expect.objectContaining({
      id: clerkId,
      state: 'active',
      admin: false,
      last_sign_in_at: '2026-09-29T06:30:00.000Z',
      sessions: 1,
      access_tokens: 0,
    }),
  ])
  expect((await press(contract.suspendUser, clerkId)).body.message).toBe('User suspended')
  expect(await status(headers)).toBe(401)
  expect((await press(contract.suspendUser, clerkId)).status).toBe(409)
  expect((await list('?state=suspended')).data.map((user) => user.id)).toEqual([clerkId])
  // A code and a link that were on their way are worthless too.
  await press(contract.suspendUser, id)
  expect([(await visitor.verify(email, code)).status, (await visitor.redeem(link)).status]).toEqual(
    [400, 400],
  )
  expect((await press(contract.unsuspendUser, clerkId)).status).toBe(200)
  expect((await press(contract.unsuspendUser, clerkId)).status).toBe(409)
  expect((await press(contract.suspendUser, 999_999)).status).toBe(404)
  const own = (await list(`?search=${ADMIN}`)).data[0]
  expect(own).toMatchObject({ admin: true, name: 'Sanduni Silva' })
  expect((await press(contract.suspendUser, own?.id ?? 0)).status).toBe(409)
  expect(await trail()).toEqual([
    'suspend user: Suspended Kamala Fernando',
    'suspend user: Suspended Nimal Perera',
    'restore user: Reinstated Kamala Fernando',
  ])
})

test('ending the access of a user ends sessions and access tokens', async () => {
  await start()
  const { id, headers } = await signedInUser(testApp)
  await visitor.send(createAccessToken, { name: 'Script', scope: 'read' }, headers)
  const ended = await press(contract.endUserAccess, id)
  expect(ended.body.message).toBe('1 session ended, 1 access token revoked')
  expect(await status(headers)).toBe(401)
  expect(await trail()).toEqual([
    'revoke session: Ended all sessions of Nimal Perera',
    'revoke access token: Revoked all access tokens of Nimal Perera',
  ])
})

test('a waiting user is approved, or rejected without keeping the address', async () => {
  await start({ env: { REGISTRATION: 'approved' } })
  const signUp = async () => {
    const { email, code } = await newUser(testApp, visitor)
    const { token } = (await visitor.verify(email, code)).body
    const id = (await list(`?state=waiting&search=${email}`)).data[0]?.id ?? 0
    return { email, id, headers: { authorization: `Bearer ${token}` } }
  }
  const welcome = await signUp()
  const stranger = await signUp()
  expect((await state()).registration).toMatchObject({ mode: 'approved', waiting: 2 })
  expect((await press(contract.approveUser, welcome.id)).status).toBe(200)
  const rate = { date: '2026-09-29', base_currency: 'USD', rate: 301.25 }
  expect((await visitor.send(recordManualRate, rate, welcome.headers)).status).toBe(201)
  for (const endpoint of [contract.approveUser, contract.rejectUser])
    expect((await press(endpoint, welcome.id)).status).toBe(409)
  expect((await press(contract.rejectUser, stranger.id)).body.message).toBe('Registration rejected')
  expect(await status(stranger.headers)).toBe(401)
  expect((await list()).data.map(({ id }) => id)).not.toContain(stranger.id)
  expect(JSON.stringify(await shownEntries(testApp.db))).not.toContain(stranger.email)
  expect(await trail()).toEqual([
    'approve user: Approved Nimal Perera',
    `erase user: Closed the account of user #${stranger.id} and erased its personal data`,
    `reject user: Rejected the registration of user ${stranger.id}`,
  ])
})

test('administrators are told who waits at most once an hour, and users when they are approved', async () => {
  await start({ env: { REGISTRATION: 'approved' } })
  const { clock } = testApp
  const signUp = async () => {
    const { email, code } = await newUser(testApp, visitor)
    const { token } = (await visitor.verify(email, code)).body
    return { email, token, id: (await list(`?search=${email}`)).data[0]?.id ?? 0 }
  }
  const subjects = async (email: string) =>
    (await receivedEmails(testApp, email)).map(({ subject }) => subject)
  const first = await signUp()
  expect(await subjects(ADMIN)).toEqual(['1 user waits for approval at Rupee Rates'])
  const { waiting } = (await visitor.user(first.token)).body.data
  expect(waiting).toEqual({
    registered_at: expect.any(String) as string,
    confirmed_at: expect.any(String) as string,
    told_at: clock.now().toISOString(),
  })
  clock.turn(600)
  await signUp()
  await signUp()
  expect(await subjects(ADMIN)).toHaveLength(1)
  clock.turn(3_000)
  expect((await subjects(ADMIN)).at(-1)).toBe('3 users wait for approval at Rupee Rates')
  await press(contract.approveUser, first.id)
  expect(await subjects(first.email)).toContain('You can now enter rates at Rupee Rates')
  expect((await visitor.user(first.token)).body.data).not.toHaveProperty('waiting')
})

test('an administrator cannot be rejected', async () => {
  await start({ env: { REGISTRATION: 'approved' } })
  await testApp.db.updateTable('app_user').set({ approved_at: null }).execute()
  const own = (await list(`?search=${ADMIN}`)).data[0]
  expect(own).toMatchObject({ state: 'active', admin: true })
  expect((await state()).registration.waiting).toBe(0)
  expect((await press(contract.rejectUser, own?.id ?? 0)).status).toBe(409)
  expect(await status(admin)).toBe(200)
})

test('an invited address can register until the invitation is withdrawn', async () => {
  await start({ env: { REGISTRATION: 'invited' } })
  const invite = (email: string) => visitor.send(contract.inviteUser, { email }, admin)
  for (const email of ['Kamala@example.lk ', 'other@example.lk'])
    expect((await invite(email)).status).toBe(200)
  expect((await receivedEmails(testApp, 'kamala@example.lk'))[0]?.text).toContain('/register')
  expect((await state()).registration.invitations.map(({ email }) => email).sort()).toEqual([
    'kamala@example.lk',
    'other@example.lk',
  ])
  const withdraw = () =>
    visitor.send(contract.withdrawInvitation, { email: 'other@example.lk' }, admin)
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404])
  expect((await visitor.register('other@example.lk')).status).toBe(403)
  expect((await visitor.register('kamala@example.lk')).status).toBe(201)
  expect((await invite('kamala@example.lk')).status).toBe(409)
  expect(await trail()).toEqual([
    'invite user: Invited a user',
    'invite user: Invited a user',
    'withdraw invitation: Withdrew an invitation',
  ])
})

test('the email of a withdrawn invitation is not sent', async () => {
  await start({ env: { REGISTRATION: 'invited' } })
  for (const email of ['kamala@example.lk', 'other@example.lk', 'other@example.lk'])
    await visitor.send(contract.inviteUser, { email }, admin)
  const withdrawal = { email: 'other@example.lk' }
  expect((await visitor.send(contract.withdrawInvitation, withdrawal, admin)).status).toBe(200)
  expect((await receivedEmails(testApp)).map(({ to }) => to)).toEqual(['kamala@example.lk'])
  expect((await state()).emails).toMatchObject({ waiting: 0, failed: 0 })
})

test('the state of the installation shows settings and unsent emails without secrets or addresses', async () => {
  const secret = 'ab'.repeat(32)
  await start({
    env: {
      SMTP_URL: 'smtp://mailer:hunter2@mail.example.lk:587',
      DATABASE_URL: 'postgresql://rupee_app:hunter2@db.example.lk:5432/rates?sslkey=hunter2',
      RATE_FEED_URL: 'https://feed.example.lk/hunter2/?key=hunter2',
      SECRET_KEY: secret,
    },
  })
  const email = 'nimal@example.lk'
  await visitor.register(email)
  const { id } = await testApp.db.selectFrom('email_outbox').select('id').executeTakeFirstOrThrow()
  await giveUp(testApp.db, id, `550 5.1.1 <${email}>: no such mailbox`, testApp.clock.now())
  testApp.clock.turn(61)
  await visitor.requestCode(email)
  const shown = await state()
  expect(shown.settings.map(({ name }) => name)).toEqual(configKeys())
  const setting = (wanted: string) => shown.settings.find(({ name }) => name === wanted)
  expect(setting('SMTP_URL')).toEqual({
    name: 'SMTP_URL',
    is_set: true,
    value: 'smtp://mail.example.lk:587',
  })
  expect(setting('DATABASE_URL')?.value).toBe('postgresql://db.example.lk:5432/rates')
  expect(setting('SECRET_KEY')).toEqual({ name: 'SECRET_KEY', is_set: true, value: null })
  expect(setting('CHECKPOINT_DIR')).toEqual({ name: 'CHECKPOINT_DIR', is_set: false, value: null })
  expect(shown.emails).toMatchObject({
    waiting: 1,
    failed: 1,
    newest: [{ failed: false }, { failed: true, error: '550 5.1.1 <…>: no such mailbox' }],
  })
  const text = JSON.stringify(shown)
  for (const kept of ['hunter2', secret, email]) expect(text).not.toContain(kept)
})

test('the newest backup is known from the files that the command has written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rupee-rates-backups-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await start({ env: { DATA_DIR: dataDir } })
  const backupAt = async () => (await state()).database.backup_at
  expect(await backupAt()).toBeNull()
  await mkdir(join(dataDir, 'backups'))
  for (const name of [
    ...['rupee-rates-20260928203000.backup', 'rupee-rates-20260927203000.backup'],
    ...['rupee-rates-20260929203000.backup.42.part', 'other.backup'],
  ])
    await writeFile(join(dataDir, 'backups', name), '')
  expect(await backupAt()).toBe('2026-09-28T20:30:00.000Z')
})

test('an import can be requested once a minute and runs at once', async () => {
  await start({
    now: '2025-10-13T06:30:00Z',
    env: { RATE_FEED: 'cbsl', RATE_FEED_URL: feed.url },
    background: true,
  })
  const due = async () => (await state()).feed?.due
  await expect.poll(due).toBe(false)
  await expect.poll(async () => (await state()).sample).toBe(false)
  const requests = feed.requested.length
  const request = () => visitor.send(contract.requestImport, undefined, admin)
  expect(await request()).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  testApp.clock.turn(60)
  expect((await request()).status).toBe(200)
  await expect.poll(due).toBe(false)
  expect(feed.requested.length).toBeGreaterThan(requests)
  expect((await state()).feed).toMatchObject({
    last_try_at: '2025-10-13T06:31:00.000Z',
    error: null,
  })
  expect(await trail()).toEqual([
    'request import: Requested an import from Central Bank of Sri Lanka',
  ])
})
