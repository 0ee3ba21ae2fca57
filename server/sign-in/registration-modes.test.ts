import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { recordManualRate } from '../../contract/entries.ts'
import { NO_CHECKPOINTS, verifyDatabase } from '../audit-log/verify-database.ts'
import { bearer, newestSecrets, newUser, Visitor } from './sign-in.fixture.ts'
import { cleanUp } from '../jobs.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const start = async (env: Record<string, string>) => {
  testApp = await startTestApp({ env })
  return new Visitor(testApp)
}

/** Registers, and signs in with the emailed code. */
async function signUp(visitor: Visitor, email: string) {
  expect((await visitor.register(email)).status).toBe(201)
  return (await visitor.verify(email, (await newestSecrets(testApp, email)).code)).body
}

const rate = { date: '2026-09-29', base_currency: 'USD', rate: 301.25 }

test('open registration admits anyone', async () => {
  const visitor = await start({})
  const { token, data } = await signUp(visitor, 'nimal@example.lk')
  expect(data.approved).toBe(true)
  expect((await visitor.send(recordManualRate, rate, bearer(token))).status).toBe(201)
})

test('domains admits addresses of exactly these domains', async () => {
  const visitor = await start({ REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'cbsl.lk,bank.lk' })
  expect((await visitor.register('Nimal@BANK.lk')).status).toBe(201)
  for (const email of [
    ...['a@example.lk', 'a@evilbank.lk', 'a@bank.lk.example', 'a@mail.bank.lk'],
    ...['a%evil.lk@bank.lk', 'evil.lk!a@bank.lk'],
  ])
    expect(await new Visitor(testApp).register(email), email).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        message: 'Only email addresses at cbsl.lk or bank.lk can register here.',
      },
    })
  expect(await testApp.db.selectFrom('app_user').select('email').execute()).toEqual([
    { email: 'nimal@bank.lk' },
  ])
})

test('an invitation admits one address until it is verified', async () => {
  const visitor = await start({ REGISTRATION: 'invited' })
  expect(await visitor.register('kamala@example.lk')).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('by invitation only') as string },
  })
  const invited = { email: 'nimal@example.lk', created_at: testApp.clock.now() }
  await testApp.db.insertInto('invitation').values(invited).execute()
  const { token } = await signUp(visitor, 'nimal@example.lk')
  expect((await visitor.user(token)).body.data.approved).toBe(true)
  expect(await testApp.db.selectFrom('invitation').select('email').execute()).toEqual([])
  // Known addresses stay known, however they came in.
  expect((await visitor.register('nimal@example.lk')).status).toBe(409)
})

test('an invitation survives an account that was never verified', async () => {
  const visitor = await start({ REGISTRATION: 'invited' })
  const email = 'nimal@example.lk'
  await testApp.db
    .insertInto('invitation')
    .values({ email, created_at: testApp.clock.now() })
    .execute()
  // Anyone can type the address.
  expect((await visitor.register(email)).status).toBe(201)
  testApp.clock.turn(86_401)
  await cleanUp(testApp.deps)
  expect(await testApp.db.selectFrom('app_user').select('email').execute()).toEqual([
    { email: 'erased:1' },
  ])
  await signUp(visitor, email)
})

test('an unapproved user may use only their own account', async () => {
  const visitor = await start({ REGISTRATION: 'approved', ADMINS: 'sanduni@example.lk' })
  const { token, data } = await signUp(visitor, 'nimal@example.lk')
  expect(data.approved).toBe(false)
  expect((await visitor.user(token)).body.data.approved).toBe(false)
  expect(await visitor.send(recordManualRate, rate, bearer(token))).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Ask an administrator') as string },
  })
  const { data: administrator } = await signUp(visitor, 'sanduni@example.lk')
  expect(administrator).toMatchObject({ approved: true, admin: true })
  await testApp.db.updateTable('app_user').set({ approved_at: testApp.clock.now() }).execute()
  testApp.clock.turn(10)
  expect((await visitor.user(token)).body.data.approved).toBe(true)
  expect((await visitor.send(recordManualRate, rate, bearer(token))).status).toBe(201)
})

test('an unverified account is erased after a day, also from the trail', async () => {
  const visitor = await start({})
  await visitor.register('stranger@example.lk')
  const { token } = await signUp(visitor, 'nimal@example.lk')
  testApp.clock.turn(86_400)
  await cleanUp(testApp.deps)
  expect((await visitor.register('stranger@example.lk')).status).toBe(409)
  testApp.clock.turn(1)
  await cleanUp(testApp.deps)
  const users = testApp.db.selectFrom('app_user').select('email').where('erased_at', 'is', null)
  expect(await users.execute()).toEqual([{ email: 'nimal@example.lk' }])
  expect((await visitor.user(token)).status).toBe(200)
  const [, entry] = await shownEntries(testApp.db)
  expect(entry).toMatchObject({ action: 'register', user_id: expect.any(Number) as number })
  const personal = await testApp.db.selectFrom('audit_personal').selectAll().execute()
  expect(JSON.stringify(personal)).not.toContain('stranger')
  expect(JSON.stringify(personal)).toContain('nimal@example.lk')
  const report = await verifyDatabase(testApp.db, NO_CHECKPOINTS, { now: testApp.clock.now() })
  expect(report.result.verdict).toBe('NOT COVERED')
  expect((await visitor.register('stranger@example.lk')).status).toBe(201)
})

test('the clean-up skips an account whose sign-in is under way', async () => {
  const visitor = await start({})
  await visitor.register('slow@example.lk')
  testApp.clock.turn(90_000)
  await testApp.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sign_in_code').select('user_id').forUpdate().execute()
    await cleanUp(testApp.deps)
  })
  expect(await testApp.db.selectFrom('app_user').select('email').execute()).toHaveLength(1)
})

test('expired rows are deleted and live ones stay', async () => {
  const visitor = await start({})
  const { email, code } = await newUser(testApp)
  const { token } = (await visitor.verify(email, code)).body
  const counts = async () => {
    const { rows } = await sql<Record<string, number>>`
      SELECT (SELECT count(*) FROM app_session) AS app_session, (SELECT count(*) FROM rate_limit) AS rate_limit,
        (SELECT count(*) FROM email_outbox) AS email, (SELECT count(*) FROM known_device) AS known_device,
        (SELECT count(*) FROM app_user) AS app_user`.execute(testApp.db)
    return rows[0]
  }
  await cleanUp(testApp.deps)
  const before = await counts()
  expect(before).toMatchObject({ app_session: 1, email: 1, known_device: 1, app_user: 1 })
  expect((await visitor.user(token)).status).toBe(200)
  testApp.clock.turn(61)
  await cleanUp(testApp.deps)
  expect(await counts()).toMatchObject({ rate_limit: 0, app_session: 1 })
  testApp.clock.turn(31 * 86_400)
  await sql`UPDATE email_outbox SET details = NULL, given_up_at = created_at`.execute(testApp.db)
  await cleanUp(testApp.deps)
  expect(await counts()).toEqual({
    app_session: 0,
    rate_limit: 0,
    email: 0,
    known_device: 1,
    app_user: 1,
  })
  testApp.clock.turn(365 * 86_400)
  await cleanUp(testApp.deps)
  expect(await counts()).toMatchObject({ known_device: 0, app_user: 1 })
})
