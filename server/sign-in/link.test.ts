import { expect, test } from 'vitest'
import { receivedEmails } from '../testing/received-emails.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { atOnce, newestSecrets, newUser, otherCode, Visitor } from './sign-in.fixture.ts'

const testApp = await testAppOfFile()

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
