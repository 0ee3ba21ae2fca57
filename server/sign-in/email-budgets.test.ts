import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeFromBudget } from '../email/budgets.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { atOnce, CHROME, newestSecrets, newUser, newAddress, Visitor } from './sign-in.fixture.ts'
import { cleanUp } from '../jobs.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startTestApp({ env: { STRANGER_EMAILS_PER_HOUR: '30' } })
})
afterEach(() => testApp.close())

const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status)
const count = (all: readonly number[], one: number) => all.filter((status) => status === one).length

test('strangers who use up an hour of emails do not lock out a known device', async () => {
  const own = new Visitor(testApp)
  const { email, code } = await newUser(testApp, own)
  await own.verify(email, code)
  for (let n = 0; n < 6; n++) {
    testApp.clock.turn(61)
    await new Visitor(testApp).requestCode(email)
  }
  expect((await new Visitor(testApp).requestCode(email)).status).toBe(429)
  const served = []
  for (let n = 0; n < 6; n++) {
    testApp.clock.turn(61)
    served.push((await own.requestCode(email)).status)
  }
  expect(served).toEqual([200, 200, 200, 200, 200, 429])
  // The newest code is the user's own, and works.
  expect((await own.verify(email, (await newestSecrets(testApp, email)).code)).status).toBe(200)
})

test('another device or network is a stranger', async () => {
  const own = new Visitor(testApp)
  const { email, code } = await newUser(testApp, own)
  await own.verify(email, code)
  for (let n = 0; n < 5; n++) {
    testApp.clock.turn(61)
    await new Visitor(testApp).requestCode(email)
  }
  testApp.clock.turn(61)
  expect((await new Visitor(testApp, own.ip, CHROME).requestCode(email)).status).toBe(429)
  expect((await new Visitor(testApp, newAddress()).requestCode(email)).status).toBe(429)
})

test('a known device gets no second code within a minute unless strangers spoilt it', async () => {
  const own = new Visitor(testApp)
  const { email, code } = await newUser(testApp, own)
  await own.verify(email, code)
  testApp.clock.turn(61)
  const stranger = new Visitor(testApp)
  await stranger.requestCode(email)
  const before = await newestSecrets(testApp, email)
  testApp.clock.turn(10)
  expect((await own.requestCode(email)).body.data).toMatchObject({ expires_in: 590, resend_in: 50 })
  expect((await newestSecrets(testApp, email)).code).toBe(before.code)
  for (let n = 1; n <= 5; n++)
    await stranger.verify(email, String((Number(before.code) + n) % 1_000_000).padStart(6, '0'))
  expect((await own.requestCode(email)).body.data).toMatchObject({ expires_in: 600 })
  expect((await own.verify(email, (await newestSecrets(testApp, email)).code)).status).toBe(200)
})

test.each([
  ['plus tags', (n: number) => `victim+${n}@example.lk`],
  [
    'dots and plus tags of Gmail',
    (n: number) =>
      `v${n % 2 ? '.' : ''}ictim${n > 3 ? `+${n}` : ''}@g${n % 3 ? '' : 'oogle'}mail.com`,
  ],
])('with %s one mailbox gets one email a minute and five an hour', async (_what, spelt) => {
  const responses = []
  for (let n = 0; n < 10; n++) {
    const register = (at: number) => new Visitor(testApp).register(spelt(n + 20 * at))
    responses.push(...(await atOnce(2, register)))
    testApp.clock.turn(61)
  }
  expect(await testApp.db.selectFrom('email_outbox').select('id').execute()).toHaveLength(5)
  expect(count(statuses(responses), 201)).toBe(5)
  expect(count(statuses(responses), 429)).toBeGreaterThan(10)
  // Refused registrations leave no account behind.
  expect(await testApp.db.selectFrom('app_user').select('id').execute()).toHaveLength(5)
})

test('one network registers 5 accounts a minute and 20 an hour', async () => {
  const responses = []
  for (let minute = 0; minute < 6; minute++) {
    const register = (n: number) =>
      new Visitor(testApp, '203.0.113.7').register(`m${minute}n${n}@example.lk`)
    responses.push(...(await atOnce(6, register)))
    testApp.clock.turn(61)
  }
  const all = statuses(responses)
  expect(count(all.slice(0, 6), 201)).toBe(5)
  expect(count(all, 201)).toBe(20)
  expect(responses.at(-1)).toMatchObject({
    status: 429,
    body: {
      message: expect.stringMatching(
        /^Too many registrations from your network\. Try again in \d+ minutes\.$/,
      ) as string,
    },
  })
})

test('networks of one IPv6 /48 together register 5 accounts a minute', async () => {
  const responses = await atOnce(20, (n) =>
    new Visitor(testApp, `2001:db8:1:${n.toString(16)}::1`).register(`v6n${n}@example.lk`),
  )
  expect(count(statuses(responses), 201)).toBe(5)
  expect((await new Visitor(testApp, '2001:db8:2::1').register('other@example.lk')).status).toBe(
    201,
  )
})

test('all strangers share STRANGER_EMAILS_PER_HOUR emails, known devices excepted', async () => {
  const own = new Visitor(testApp)
  const { email, code } = await newUser(testApp, own)
  await own.verify(email, code)
  const responses = await atOnce(40, (n) => new Visitor(testApp).register(`n${n}@example.lk`))
  expect(count(statuses(responses), 201)).toBe(29)
  expect(responses.find(({ status }) => status !== 201)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3600' },
    body: {
      message: expect.stringContaining('Too many sign-in emails are being requested') as string,
    },
  })
  testApp.clock.turn(61)
  expect((await own.requestCode(email)).status).toBe(200)
  testApp.clock.turn(3600)
  expect((await new Visitor(testApp).register('later@example.lk')).status).toBe(201)
})

test('budgets store no address and are deleted after an unused hour', async () => {
  await newUser(testApp)
  const rows = await testApp.db.selectFrom('email_budget').selectAll().execute()
  expect(new Set(rows.map(({ bucket }) => bucket))).toEqual(
    new Set(['mailbox', 'network', 'strangers']),
  )
  expect(JSON.stringify(rows)).not.toMatch(/@|example|198\.1/)
  testApp.clock.turn(3601)
  await cleanUp(testApp.deps)
  expect(await testApp.db.selectFrom('email_budget').selectAll().execute()).toEqual([])
})

test('a budget in use survives the clean-up', async () => {
  const { db, clock } = testApp
  const limits = { perMinute: 1, perHour: 5 }
  for (const bucket of ['strangers', 'mailbox', 'network'] as const)
    await takeFromBudget(db, bucket, 'one', limits, clock.now())
  clock.turn(3601)
  await db.transaction().execute(async (trx) => {
    await takeFromBudget(trx, 'mailbox', 'one', limits, clock.now())
    await cleanUp(testApp.deps) // does not wait for the budget in use
    await takeFromBudget(trx, 'strangers', 'one', limits, clock.now())
  })
  const remaining = await db.selectFrom('email_budget').select('bucket').orderBy('bucket').execute()
  expect(remaining.map(({ bucket }) => bucket)).toEqual(['mailbox', 'strangers'])
})
