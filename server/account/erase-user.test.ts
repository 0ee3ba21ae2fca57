import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { exportAuditTrail, listAuditEntries } from '../../contract/audit-log.ts'
import { bankHolidays } from '../../contract/calendar.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { commitImport } from '../../contract/imports/imports.ts'
import { endOtherSessions } from '../../contract/sign-in.ts'
import { SYSTEM, type Actor } from '../identity/actor.ts'
import { NO_CHECKPOINTS } from '../audit-log/chain/checkpoint-files.ts'
import { runVerifier } from '../audit-log/verify-audit-trail.fixture.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { reportLines } from '../audit-log/chain/audit-report.ts'
import { verifyAuditTrail } from '../audit-log/chain/verify-audit-log.ts'
import { bearer, newestSecrets, Visitor } from '../sign-in/sign-in.fixture.ts'
import { cleanUp } from '../jobs.ts'
import { sendRequest } from '../testing/send-request.ts'
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
  (
    await sendRequest<typeof listAuditEntries>(run, {
      url: `${listAuditEntries.url}${query}`,
      headers: other.headers,
    })
  ).body
const verify = () => verifyAuditTrail(run.db, NO_CHECKPOINTS, run.clock.now())

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

test('after an erasure no table holds the address, name, client address or device, and the chain is whole', async () => {
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
        { actor: { ...SYSTEM, email: 'operator' }, at: run.clock.now() },
        'revoke session',
        '[user] ended a session of [whose]',
        { personal: { whose: EMAIL } },
      ),
    )
  await nameInTexts()
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
  expect(report.chain).toMatchObject({ broken: null, erased: entries })
  expect(report.changes.broken).toBeNull()
  expect(report.chain.rowsValid).toBe(report.chain.rows)
  expect(entries).toBeGreaterThan(6)
  expect(reportLines(report, run.clock.now())).toContain(
    `Erased:      the personal data of ${entries} entries`,
  )
})

/** Another user types the name and the address wherever something can be typed. */
async function nameInTexts(): Promise<void> {
  const call = async (contract: { method: string; url: string }, payload: object) => {
    const { method, url } = contract
    const { headers } = other
    const { status } = await sendRequest<never>(run, { method, url, headers, payload })
    expect(status, url).toBe(201)
  }
  const rate = { date: '2026-09-25', base_currency: 'GBP', target_currency: 'LKR', rate: 404 }
  await call(recordManualRate, { ...rate, reason: `As ${NAME.toUpperCase()} wrote, '${EMAIL}'.` })
  await call(commitImport, {
    subject: 'bank holidays',
    text: `Date,Name\n2027-01-04,Day of ${NAME}`,
    scope: 'bank',
    source: `Letter of kumari  silva-wijesinghe`,
    reason: `For ${EMAIL}`,
  })
  await call(commitImport, {
    subject: 'customs rates',
    text: 'USD\t301.5\nAUD\t198.25\nCAD\t217.1\nGBP\t405.1',
    first_day: '2026-09-28',
    last_day: '2026-10-04',
    gazette: `2438/${NAME}`,
    document: `https://customs.example/${EMAIL}`,
  })
  await call(createAccessToken, { name: `For ${NAME}`, scope: 'read' })
}

test('what others typed about an erased user stays, without name and address', async () => {
  const { id } = await busyUser()
  await nameInTexts()
  await erase(id)
  const former = `a former user (#${id})`
  const { data } = await list('?per_page=50')
  const reasons = data.flatMap(({ metadata }) => metadata['reason'] ?? [])
  expect(reasons).toEqual([
    `For ${former}`,
    `As ${former} wrote, '${former}'.`,
    `Rung up the bank, ${former} (${former})`,
  ])
  await run.deps.liveRateBook.catchUpNow()
  const holidays = await run.app.inject({ url: `${bankHolidays.url}?year=2027` })
  expect(holidays.json<{ data: { holidays: unknown[] } }>().data.holidays).toEqual([
    {
      date: '2027-01-04',
      name: `Day of ${former}`,
      scope: 'bank',
      source: `Letter of ${former}`,
    },
  ])
})

test('whoever has the database cannot redact, and what was redacted cannot be changed unseen', async () => {
  const { id } = await busyUser()
  await expect(sql`UPDATE typed_text SET text = 'Nothing'`.execute(run.owner)).rejects.toThrow(
    'records no redaction like this',
  )
  await erase(id)
  await sql`ALTER TABLE typed_text DISABLE TRIGGER USER`.execute(run.owner)
  await sql`UPDATE typed_text SET text = replace(text, 'Rung up', 'Asked')`.execute(run.owner)
  expect((await verify()).changes.broken).toMatchObject({ kind: 'EDITED' })
})

test('the entries of an erased user stay, attributed to a former user, and can be searched for', async () => {
  const { id } = await busyUser()
  await erase(id)
  const former = `a former user (#${id})`
  const { data } = await list('?per_page=50')
  const own = data.filter(({ user }) => user === former)
  expect(own.map(({ description }) => description)).toEqual([
    `The account of user #${id} was closed and its personal data erased`,
    `${former} revoked the access token "…"`,
    `${former} ended a session: …, …`,
    `${former} signed in with the code from an email`,
    'Added the USD rate of 28 Sep 2026: 301.2500 LKR',
    `${former} created the access token "…" (permission: read and write, expires 28 Dec 2026)`,
    `${former} signed in with the code from an email`,
    `A wrong code was entered for ${former}`,
    `${former} registered`,
  ])
  for (const entry of own) expect(entry.ip_address).toBeNull()
  expect((await list('?search=signed+in')).data.map(({ user }) => user)).toEqual([former, former])
  expect((await list(`?user=${EMAIL}`)).total).toBe(0)
})

test('an erased user is out at once, and the address can be registered by whoever has it then', async () => {
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
  expect((await verify()).chain.broken).toBeNull()
})

test('an entry that an erased user still causes holds nothing personal', async () => {
  const { id } = await busyUser()
  await erase(id)
  const actor = { userId: id, email: EMAIL, ip: IP, device: DEVICE, requestId: null }
  await run.db
    .transaction()
    .execute((trx) =>
      recordAuditEntry(trx, { actor, at: run.clock.now() }, 'logout', '[user] signed out'),
    )
  expect(await dump()).not.toContain(EMAIL)
  expect((await list('?per_page=1')).data[0]).toMatchObject({
    description: `a former user (#${id}) signed out`,
    ip_address: null,
    metadata: {},
  })
})

test('an address that is part of another does not take the entries of the other along', async () => {
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
  expect((await list(`?search=${longer.email}`)).total).toBe(1)
})

test('an export shows what is erased, and can be checked', async () => {
  const { id } = await busyUser()
  const { entries } = await erase(id)
  const exported = async (format: 'csv' | 'jsonl') => {
    const url = `${exportAuditTrail.url}?format=${format}`
    return (await run.app.inject({ url, headers: other.headers })).body
  }
  const [csv, lines] = [await exported('csv'), await exported('jsonl')]
  for (const body of [csv, lines]) expect(body).not.toContain(EMAIL)
  expect(csv).toContain(`a former user (#${id}) signed in`)
  const { status, said } = await runVerifier([lines])
  expect(status, said).toBe(0)
  expect(Number(/^Erased beside them: (\d+) /m.exec(said)?.[1])).toBeGreaterThanOrEqual(entries)
  const forged = lines.replace(`closed and its personal data erased`, 'kept')
  expect((await runVerifier([forged])).last).toMatch(/^EDITED/)
})
