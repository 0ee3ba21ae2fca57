import { expect, test } from 'vitest'
import { checkUser } from '../../contract/sign-in.ts'
import { receivedEmails, codeIn } from '../testing/received-emails.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import {
  atOnce,
  newUser,
  otherCode,
  Visitor,
  newestSecrets,
  bearer,
  CHROME,
  newAddress,
} from './sign-in.fixture.ts'
import { exportAccount } from '../../contract/account.ts'

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

const countSessions = async () =>
  (await testApp.db.selectFrom('app_session').select('id').execute()).length

test('100 GETs and HEADs of every link in an email sign nobody in', async () => {
  const { email, code } = await newUser(testApp)
  const [message] = await receivedEmails(testApp, email)
  const links = new Set(`${message?.text} ${message?.html}`.match(/https?:[^\s"<]+/g))
  const before = await countSessions()
  for (const link of links) {
    const { pathname, search } = new URL(link)
    for (const method of ['GET', 'HEAD'] as const)
      await atOnce(50, () =>
        testApp.app.inject({ method, url: pathname + search, remoteAddress: '192.0.2.1' }),
      )
  }
  expect(await countSessions()).toBe(before)
  expect((await new Visitor(testApp).verify(email, code)).status).toBe(200)
})

test('inspecting a link names its owner and uses nothing', async () => {
  const { email, link } = await newUser(testApp)
  const looks = await atOnce(20, () => new Visitor(testApp).inspect(link))
  expect(new Set(looks.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify({ data: { name: 'Nimal Perera', email, name_proposed: true } })]),
  )
  expect((await new Visitor(testApp).redeem(link)).status).toBe(200)
})

test('50 concurrent redemptions of a link make one session', async () => {
  const { email, code, link } = await newUser(testApp)
  const responses = await atOnce(50, () => new Visitor(testApp).redeem(link))
  const accepted = responses.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(1)
  expect(accepted[0]?.body).toMatchObject({
    message: `Signed in as ${email}`,
    token: expect.stringMatching(/^[\w-]{43}$/) as string,
    data: { user: { email, name: 'Nimal Perera' } },
  })
  expect(responses.find(({ status }) => status === 400)?.body).toEqual({
    code: 'link_dead',
    message: 'This link has been used or replaced, or has expired. Request a new OTP.',
  })
  expect((await new Visitor(testApp).verify(email, code)).status).toBe(400)
})

test('a link stops after its code was used, after a newer email and after 600 s', async () => {
  const visitor = new Visitor(testApp)
  const used = await newUser(testApp)
  await visitor.verify(used.email, used.code)
  const replaced = await newUser(testApp)
  testApp.clock.turn(61)
  await visitor.requestCode(replaced.email)
  const old = await newUser(testApp)
  testApp.clock.turn(600)
  for (const { link } of [used, replaced, old]) {
    expect((await visitor.inspect(link)).body.code).toBe('link_dead')
    expect((await visitor.redeem(link)).body.code).toBe('link_dead')
  }
  expect((await visitor.redeem('no-such-token')).body.code).toBe('link_dead')
})

test('wrong codes do not use up the link', async () => {
  const { email, code, link } = await newUser(testApp)
  for (let n = 1; n <= 5; n++) await new Visitor(testApp).verify(email, otherCode(code, n))
  expect((await newestSecrets(testApp, email)).link).toBe(link)
  expect((await new Visitor(testApp).redeem(link)).status).toBe(200)
})

test('emails with a code are in the language of the requesting page', async () => {
  const email = 'languages@example.lk'
  const visitor = new Visitor(testApp)
  await visitor.register(email, 'Nimal Perera', { language: 'si' })
  const [welcome] = await receivedEmails(testApp, email)
  expect(welcome?.subject).toBe('Rupee Rates වෙත සාදරයෙන් පිළිගනිමු')
  expect(welcome?.text).toContain('ආයුබෝවන්,')
  expect(welcome?.text).toContain('http://localhost:3000/si/login#token=')
  expect(welcome?.html).toContain('<html lang="si">')
  testApp.clock.turn(61)
  await visitor.requestCode(email, { language: 'ta' })
  const second = (await receivedEmails(testApp, email)).at(-1)
  expect(second?.text).toContain('வணக்கம்,')
  expect((await visitor.verify(email, codeIn(second!), { language: 'ta' })).status).toBe(200)
})

test('emails about the account are in the language of its last sign-in', async () => {
  const email = 'owner@example.lk'
  const owner = new Visitor(testApp)
  await owner.register(email, 'Kamala', { language: 'en' })
  const { link } = await newestSecrets(testApp, email)
  const { body } = await owner.redeem(link, { language: 'ta' })
  testApp.clock.turn(61)
  const stranger = new Visitor(testApp, newAddress(), CHROME)
  await stranger.requestCode(email, { language: 'si' })
  const { code } = await newestSecrets(testApp, email)
  await stranger.verify(email, code, { language: 'ta' })
  const reported = (await receivedEmails(testApp, email)).at(-1)
  expect(reported?.subject).toBe('Rupee Rates இல் புதிய உள்நுழைவு')
  expect(reported?.text).toMatch(/http:\/\/localhost:3000\/ta\/account/)
  const { body: exported } = await owner.send(exportAccount, undefined, bearer(body.token))
  expect(exported.profile.language).toBe('ta')
})
