import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { exportAuditTrail, listAuditEntries } from '../../contract/audit-log.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { endOtherSessions } from '../../contract/sign-in.ts'
import { inviteUser, withdrawInvitation } from '../admin/users.ts'
import { queueEmail } from '../email/outbox.ts'
import { OPERATOR, type Actor } from '../identity/actor.ts'
import { runVerifier } from '../audit-log/verify-audit-trail.fixture.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { NO_CHECKPOINTS, verifyDatabase } from '../audit-log/verify-database.ts'
import { reportLines } from '../audit-log/verdict.ts'
import { bearer, newestSecrets, Visitor } from '../sign-in/sign-in.fixture.ts'
import { cleanUp } from '../jobs.ts'
import { signedInUser, type SignedInUser } from '../testing/signed-in-user.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eraseUser } from './erase-user.ts'

const EMAIL = 'kumari.silva@example.lk'
const NAME = 'Kumari Silva-Wijesinghe'
const IP = '203.0.113.77'
const DEVICE = 'KumarisOwnBrowser/7.1'
const TOKEN = 'kumaris laptop'

let run: TestApp
let other: SignedInUser
beforeEach(async () => {
  run = await startTestApp()
  other = await signedInUser(run, 'Nimal Perera')
})
afterEach(() => run.close())

const userIdOf = async (email: string) =>
  (await run.db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst())
    ?.id ?? 0
const erase = (userId: number, actor: Partial<Actor> = { userId }) =>
  run.db.transaction().execute((trx) =>
    eraseUser(trx, {
      userId,
      actor: { userId: null, email: EMAIL, ip: IP, device: DEVICE, requestId: 'r', ...actor },
      at: run.clock.now(),
    }),
  )
const list = async (query = '') =>
  (await run.get<typeof listAuditEntries>(`${listAuditEntries.url}${query}`, other.headers)).body
const verify = () => verifyDatabase(run.db, NO_CHECKPOINTS, { now: run.clock.now() })

/** Every byte of every table as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`.execute(run.owner)
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string
      }>`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(run.owner)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}

/** A user who has done about everything that leaves a trace. */
async function busyUser(): Promise<{ id: number; visitor: Visitor; token: string }> {
  const visitor = new Visitor(run, IP, DEVICE)
  await visitor.register(EMAIL, NAME)
  const { code } = await newestSecrets(run, EMAIL)
  await visitor.verify(EMAIL, code === '000000' ? '111111' : '000000')
  const { token } = (await visitor.verify(EMAIL, code)).body
  const made = await visitor.send(createAccessToken, { name: TOKEN, scope: 'write' }, bearer(token))
  const rate = { date: '2026-09-28', base_currency: 'USD', target_currency: 'LKR', rate: 301.25 }
  const reason = `Rung up the bank, ${NAME} (${EMAIL.toUpperCase()})`
  await visitor.send(
    recordManualRate,
    { ...rate, reason },
    {
      ...bearer(made.body.token),
      'idempotency-key': 'first',
    },
  )
  await visitor.requestCode(EMAIL)
  run.clock.turn(61)
  await visitor.requestCode(EMAIL)
  const renewed = await newestSecrets(run, EMAIL)
  const second = (await new Visitor(run, IP, DEVICE).verify(EMAIL, renewed.code)).body.token
  await visitor.send(endOtherSessions, undefined, bearer(second))
  return { id: await userIdOf(EMAIL), visitor, token: second }
}

test('an erasure removes address, name, client address and device from every table and keeps the chain whole', async () => {
  const { id } = await busyUser()
  await run.app.inject({
    url: `${exportAuditTrail.url}?format=csv&user=${EMAIL}`,
    headers: other.headers,
  })
  await run.db
    .transaction()
    .execute((trx) =>
      recordAuditEntry(
        trx,
        { actor: OPERATOR, at: run.clock.now() },
        'revoke session',
        'Ended a session of [subject]',
        { subject: { id, name: NAME, email: EMAIL } },
      ),
    )
  const expiresAt = new Date(run.clock.now().getTime() + 86_400_000)
  await run.db
    .transaction()
    .execute((trx) =>
      queueEmail(
        trx,
        { userId: null, purpose: 'invitation', details: { to: EMAIL }, expiresAt },
        run.clock.now(),
      ),
    )
  const before = await dump()
  for (const trace of [EMAIL, NAME, IP, DEVICE, TOKEN]) expect(before, trace).toContain(trace)

  const { entries } = await erase(id)

  // Calls and emails are counted by client address for up to an hour, whoever it is.
  run.clock.turn(3601)
  await cleanUp(run.deps)
  const after = (await dump()).toLowerCase()
  for (const trace of [EMAIL, NAME, 'kumari', IP, DEVICE, TOKEN]) {
    expect(after, trace).not.toContain(trace.toLowerCase())
  }
  const report = await verify()
  expect(report.result.verdict).toBe('NOT COVERED')
  expect(report.check).toMatchObject({ erased: entries, rowsValid: report.check.entries })
  expect(entries).toBeGreaterThan(6)
  expect(reportLines(report)).toContain(`Erased:      ${entries} personal parts`)
})

test('an erasure removes the address from entries about invitations before the account', async () => {
  const act = () => ({ actor: OPERATOR, at: run.clock.now(), email: EMAIL, sendsEmail: false })
  for (const write of [inviteUser, withdrawInvitation, inviteUser, inviteUser])
    await run.db.transaction().execute<unknown>((trx) => write(trx, act()))
  await run.app.inject({
    url: `${exportAuditTrail.url}?format=csv&user=${EMAIL}`,
    headers: other.headers,
  })
  const { id } = await busyUser()
  const { data } = await list('?per_page=50')
  const subjects = data.filter(({ metadata }) => metadata['subject_email'] === EMAIL)
  expect(subjects.map(({ metadata }) => metadata['user_id'])).toEqual(Array(5).fill(id))
  await erase(id)
  run.clock.turn(3601)
  await cleanUp(run.deps)
  expect(await dump()).not.toContain(EMAIL)
  expect((await verify()).result.verdict).toBe('NOT COVERED')
  expect((await new Visitor(run, IP, DEVICE).register(EMAIL, NAME)).status).toBe(201)
  expect(await userIdOf(EMAIL)).toBeGreaterThan(id)
})

test('what another user typed stays after an erasure, also a name', async () => {
  const { id } = await busyUser()
  const [url, reason] = [recordManualRate.url, `As ${NAME} wrote, '${EMAIL}'.`]
  const rate = { date: '2026-09-25', base_currency: 'GBP', target_currency: 'LKR', rate: 404 }
  const payload = { ...rate, reason }
  await run.post(url, payload, other.headers)
  await erase(id)
  const { data } = await list('?per_page=50')
  expect(data.flatMap(({ metadata }) => metadata['reason'] ?? [])).toEqual([reason])
  expect((await verify()).result.verdict).toBe('NOT COVERED')
})

test('an erasure of an invented user with the name of another removes nothing', async () => {
  const { id } = await busyUser()
  const actor = { actor: OPERATOR, at: run.clock.now() }
  await run.db.transaction().execute((trx) =>
    recordAuditEntry(trx, actor, 'revoke session', 'Ended a session of [subject]', {
      subject: { id, name: NAME, email: EMAIL },
    }),
  )
  const invented = await run.db
    .insertInto('app_user')
    .values({
      name: NAME,
      email: `${EMAIL}.lk`,
      created_at: run.clock.now(),
      verified_at: run.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await erase(invented.id, { userId: null })).toEqual({ entries: 0 })
  expect((await list('?per_page=2')).data[1]?.description).toBe(`Ended a session of ${NAME}`)
})

test('an erased user is signed out at once, and the address can register again', async () => {
  const { id, visitor, token } = await busyUser()
  await erase(id)
  expect((await visitor.user(token)).status).toBe(401)
  expect((await visitor.requestCode(EMAIL)).status).toBe(404)
  await expect(erase(id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await visitor.register(EMAIL, 'Somebody Else')).status).toBe(201)
  const renewed = await userIdOf(EMAIL)
  expect(renewed).toBeGreaterThan(id)
  expect((await list(`?user=${EMAIL}`)).data.map(({ user }) => user)).toEqual([EMAIL])
  await erase(renewed)
  expect((await verify()).result.verdict).toBe('NOT COVERED')
})

test('erasing an address keeps entries about a longer one that contains it', async () => {
  const longer = await signedInUser(run)
  const part = longer.email.slice(1)
  await run.db
    .insertInto('app_user')
    .values({ name: 'Part', email: part, created_at: run.clock.now() })
    .execute()
  await run.app.inject({
    url: `${exportAuditTrail.url}?format=csv&user=${longer.email}`,
    headers: other.headers,
  })
  expect((await erase(await userIdOf(part))).entries).toBe(0)
  expect((await list('?per_page=2')).data[1]?.metadata).toMatchObject({
    subject_email: longer.email,
  })
})

test('entries of an erased user stay searchable under a former user, and exports and late entries hold nothing personal', async () => {
  const { id } = await busyUser()
  const { entries } = await erase(id)
  const former = `a former user (#${id})`
  const { data } = await list('?per_page=50')
  const own = data.filter(({ user }) => user === former)
  expect(own.map(({ description }) => description)).toEqual([
    `Closed the account of user #${id} and erased its personal data`,
    'Revoked the access token "…"',
    'Ended a session',
    'Signed in with the code from an email',
    'Added the USD rate of 28 Sep 2026: 301.2500 LKR',
    'Created the access token "…" (permission: read and write, expires 28 Dec 2026)',
    'Signed in with the code from an email',
    'Entered a wrong code',
    'Registered',
  ])
  for (const entry of own) expect(entry.ip_address).toBeNull()
  expect((await list('?search=signed+in')).data.map(({ user }) => user)).toEqual([former, former])
  expect((await list(`?user=${encodeURIComponent(former)}`)).total).toBe(own.length)
  expect((await list(`?user=${EMAIL}`)).total).toBe(0)

  const exported = async (format: 'csv' | 'jsonl') => {
    const url = `${exportAuditTrail.url}?format=${format}`
    return (await run.app.inject({ url, headers: other.headers })).body
  }
  const [csv, lines] = [await exported('csv'), await exported('jsonl')]
  for (const body of [csv, lines]) expect(body).not.toContain(EMAIL)
  expect(csv).toContain(`,user ${id},`)
  const { last, printed } = await runVerifier([lines])
  expect(last).toMatch(/^NOT COVERED/)
  expect(printed).toContain(`Erased:      ${entries} personal parts`)
  const forged = lines.replace('erased its personal data', 'kept it')
  expect((await runVerifier([forged])).last).toMatch(/^EDITED/)

  const actor = { userId: id, email: EMAIL, ip: IP, device: DEVICE, requestId: null }
  await run.db
    .transaction()
    .execute((trx) => recordAuditEntry(trx, { actor, at: run.clock.now() }, 'logout', 'Signed out'))
  expect(await dump()).not.toContain(EMAIL)
  expect((await list('?per_page=1')).data[0]).toMatchObject({
    description: 'Signed out',
    user: former,
    ip_address: null,
    metadata: {},
  })
})
