import { expect, test } from 'vitest'
import { checkUser } from '../../contract/sign-in.ts'
import { receivedEmails } from '../testing/received-emails.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { atOnce, newUser, otherCode, Visitor } from './sign-in.fixture.ts'

const testApp = await testAppOfFile()

const emailsEver = async (email: string) =>
  (
    await testApp.db
      .selectFrom('email_outbox')
      .innerJoin('app_user', 'app_user.id', 'user_id')
      .where('email', '=', email)
      .select('email_outbox.id')
      .execute()
  ).length

test('a repeated request within 60 s returns the remaining time and sends nothing', async () => {
  const { email } = await newUser(testApp)
  testApp.clock.turn(42)
  const { status, headers, body } = await new Visitor(testApp).requestCode(email)
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
  expect(body).toEqual({
    message: 'OTP sent to your email',
    data: {
      expires_in: 558,
      resend_in: 18,
      delivery: 'queued',
      proposed_name: 'Nimal Perera',
    },
  })
  expect(await emailsEver(email)).toBe(1)
  testApp.clock.turn(18)
  expect((await new Visitor(testApp).requestCode(email)).body.data).toMatchObject({
    expires_in: 600,
    resend_in: 60,
  })
  expect(await emailsEver(email)).toBe(2)
})

test('requests from 50 addresses send one email a minute and five an hour', async () => {
  const { email } = await newUser(testApp)
  const statuses = new Set<number>()
  for (let minute = 0; minute < 59; minute++) {
    testApp.clock.turn(61)
    const times = minute % 10 === 0 ? 50 : 1
    for (const { status } of await atOnce(times, () => new Visitor(testApp).requestCode(email)))
      statuses.add(status)
  }
  expect(await emailsEver(email)).toBe(5)
  // 503 is a loaded machine that lets calls wait for a connection no longer than 2 s.
  statuses.delete(503)
  expect([...statuses].sort()).toEqual([200, 429])
  testApp.clock.turn(120)
  expect((await new Visitor(testApp).requestCode(email)).status).toBe(200)
  expect(await emailsEver(email)).toBe(6)
})

test('the fifth email returns the wait for the sixth', async () => {
  const { email } = await newUser(testApp)
  for (let n = 0; n < 3; n++) {
    testApp.clock.turn(61)
    await new Visitor(testApp).requestCode(email)
  }
  testApp.clock.turn(61)
  const fifth = await new Visitor(testApp).requestCode(email)
  expect(fifth.body.data.resend_in).toBe(3600 - 4 * 61)
  testApp.clock.turn(100)
  const sixth = await new Visitor(testApp).requestCode(email)
  expect(sixth).toMatchObject({
    status: 429,
    headers: { 'retry-after': String(3600 - 4 * 61 - 100) },
    body: {
      message: '5 emails have been sent to this address within an hour. Try again in 55 minutes.',
    },
  })
})

test('a used or spoilt code is not replaced within 60 s', async () => {
  const used = await newUser(testApp)
  await new Visitor(testApp).verify(used.email, used.code)
  const spoilt = await newUser(testApp)
  for (let n = 1; n <= 5; n++)
    await new Visitor(testApp).verify(spoilt.email, otherCode(spoilt.code, n))
  testApp.clock.turn(2)
  for (const { email } of [used, spoilt]) {
    expect(await new Visitor(testApp).requestCode(email)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '58' },
      body: { message: 'You can request a new OTP in 0:58.' },
    })
    expect(await emailsEver(email)).toBe(1)
  }
  testApp.clock.turn(58)
  for (const { email } of [used, spoilt])
    expect((await new Visitor(testApp).requestCode(email)).body.data).toMatchObject({
      expires_in: 600,
      resend_in: 60,
    })
})

test('an unregistered address gets 404 and no email', async () => {
  const { status, body } = await new Visitor(testApp).requestCode('stranger@example.lk')
  expect({ status, message: body.message }).toEqual({
    status: 404,
    message: 'Email not registered please signup',
  })
  expect(await receivedEmails(testApp, 'stranger@example.lk')).toEqual([])
})

test('case does not distinguish addresses', async () => {
  const { email } = await newUser(testApp)
  const repeated = await new Visitor(testApp).requestCode(` ${email.toUpperCase()} `)
  expect(repeated.body.data.resend_in).toBe(60)
  expect(await emailsEver(email)).toBe(1)
  expect((await new Visitor(testApp).register(email.toUpperCase())).status).toBe(409)
  expect((await new Visitor(testApp).send(checkUser, { email: email.toUpperCase() })).body).toEqual(
    {
      data: { registered: true },
    },
  )
})

test('a clock set back delays nobody', async () => {
  const { email } = await newUser(testApp)
  const visitor = new Visitor(testApp)
  testApp.clock.turn(7200)
  await atOnce(70, () => visitor.inspect('x'))
  expect((await new Visitor(testApp).requestCode(email)).status).toBe(200)
  testApp.clock.turn(-7200 + 61)
  expect((await visitor.inspect('x')).status).toBe(400)
  expect((await new Visitor(testApp).requestCode(email)).body.data).toMatchObject({ resend_in: 60 })
  expect(await emailsEver(email)).toBe(3)
})
