import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { closeAccount, exportAccount, renameUser } from '../../contract/account.ts'
import { exportAuditTrail, listAuditEntries } from '../../contract/audit-log.ts'
import { recordManualRate } from '../../contract/entries.ts'
import { EXPORTS_PER_HOUR } from '../audit-log/export.ts'
import { Visitor, bearer } from '../sign-in/sign-in.fixture.ts'
import { signedInUser, type SignedInUser } from '../testing/signed-in-user.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let run: TestApp
let nimal: SignedInUser
let visitor: Visitor
beforeEach(async () => {
  run = await startTestApp()
  nimal = await signedInUser(run, 'Nimal Perera')
  // From where the sessions were opened: from elsewhere it would be reported.
  visitor = new Visitor(run, '127.0.0.1', 'Test')
})
afterEach(() => run.close())

const rename = (name: unknown) => visitor.send(renameUser, { name }, nimal.headers)
const close = (email: string, headers = nimal.headers) =>
  visitor.send(closeAccount, { email }, headers)
const newestEntry = async (reader = nimal) =>
  (await visitor.send(listAuditEntries, undefined, reader.headers)).body.data[0]

test('a user changes their name, audited with both names', async () => {
  const { status, body } = await rename('  Nimal B. Perera ')
  expect(status).toBe(200)
  expect(body.data.user).toEqual({ id: nimal.id, name: 'Nimal B. Perera', email: nimal.email })
  expect((await visitor.user(nimal.headers.authorization.slice(7))).body.data.user.name).toBe(
    'Nimal B. Perera',
  )
  expect(await newestEntry()).toMatchObject({
    action: 'change name',
    description: 'Changed their name from “Nimal Perera” to “Nimal B. Perera”',
    metadata: { from: 'Nimal Perera', to: 'Nimal B. Perera' },
  })
  for (const name of [
    '',
    '   ',
    'a\u0000b',
    'x'.repeat(101),
    7,
    'rupee  RATES',
    'Central Bank of Sri Lanka',
  ]) {
    const refused = await rename(name)
    expect(refused.status, String(name)).toBe(400)
  }
})

test('saving an unchanged name records no entry', async () => {
  await rename('Nimal B. Perera')
  const before = (await newestEntry())?.id
  expect((await rename('Nimal B. Perera')).status).toBe(200)
  expect((await newestEntry())?.id).toBe(before)
})

test('a user downloads their data without secrets or data of other users', async () => {
  const kamala = await signedInUser(run, 'Kamala Silva')
  const made = await visitor.send(
    createAccessToken,
    { name: 'sheet', scope: 'read' },
    nimal.headers,
  )
  const rate = { date: '2026-09-28', base_currency: 'USD', rate: 301.25 }
  await visitor.send(recordManualRate, rate, nimal.headers)
  await visitor.send(recordManualRate, { ...rate, date: '2026-09-25' }, kamala.headers)
  await run.app.inject({
    url: `${exportAuditTrail.url}?format=csv&user=${nimal.email}`,
    headers: kamala.headers,
  })
  const { status, headers, body } = await visitor.send(exportAccount, undefined, nimal.headers)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="my-data-2026-09-29.json"',
  })
  expect(body).toMatchObject({
    complete: true,
    profile: { id: nimal.id, name: 'Nimal Perera', email: nimal.email },
    sessions: [{ current: true }],
    access_tokens: [{ name: 'sheet' }],
    rates: [{ currency: 'USD', date: '2026-09-28', rate: 301.25 }],
    emails: [{ purpose: 'new access token', sent_at: null, given_up_at: null }],
    audit_entries_about: [{ action: 'export audit trail' }],
  })
  expect(body.audit_entries.map(({ action }) => action)).toEqual([
    'export account',
    'create exchange rate',
    'create access token',
  ])
  const text = JSON.stringify(body)
  expect(text).not.toContain(made.body.token)
  expect(text).not.toContain(nimal.headers.authorization.slice(7))
  expect(text).not.toContain(kamala.email)
})

test('a long export is complete and in order', async () => {
  for (let number = 1; number <= 60; number++) await rename(`Nimal ${number}`)
  const { body } = await visitor.send(exportAccount, undefined, nimal.headers)
  expect(body.audit_entries.slice(1).map(({ metadata }) => metadata['to'])).toEqual(
    Array.from({ length: 60 }, (_, index) => `Nimal ${60 - index}`),
  )
})

test('HEAD reads no data and records nothing', async () => {
  const reads = vi.spyOn(run.deps.readDb, 'selectFrom')
  const head = () =>
    run.app.inject({ method: 'HEAD', url: exportAccount.url, headers: nimal.headers })
  const before = (await newestEntry())?.id
  const { statusCode, headers } = await head()
  expect([statusCode, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="my-data-2026-09-29.json"',
  ])
  expect(reads.mock.calls.flat()).not.toContain('email_outbox as o')
  reads.mockRestore()
  expect((await newestEntry())?.id).toBe(before)
})

test('closing the account requires its address, ends all access and erases it', async () => {
  const reader = await signedInUser(run, 'Reader')
  const made = await visitor.send(
    createAccessToken,
    { name: 'sheet', scope: 'read' },
    nimal.headers,
  )
  const wrong = await close(reader.email)
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors).toEqual({ email: ['This is not the email address of your account.'] })
  expect((await close(made.body.token ? nimal.email : '', bearer(made.body.token))).status).toBe(
    403,
  )
  expect((await close(` ${nimal.email.toUpperCase()} `)).status).toBe(200)
  expect((await close(nimal.email)).status).toBe(401)
  expect((await visitor.user(made.body.token)).status).toBe(401)
  expect(await newestEntry(reader)).toMatchObject({
    action: 'erase user',
    user: `a former user (#${nimal.id})`,
    ip_address: null,
  })
})

test('a user exports their data at most 30 times an hour', async () => {
  const exported = () => visitor.send(exportAccount, undefined, nimal.headers)
  for (let count = 0; count < EXPORTS_PER_HOUR; count++) expect((await exported()).status).toBe(200)
  const before = (await newestEntry())?.id
  run.clock.turn(1)
  expect(await exported()).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3600', 'cache-control': 'no-store' },
    body: {
      message: 'You have exported your data 30 times within an hour. Try again in 60 minutes.',
    },
  })
  expect((await newestEntry())?.id).toBe(before)
  run.clock.turn(3601)
  expect((await exported()).status).toBe(200)
})
