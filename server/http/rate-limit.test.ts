import { expect, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { buildApp } from '../app.ts'
import { createDependencies } from '../dependencies.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { atOnce, newAddress, Visitor } from '../sign-in/sign-in.fixture.ts'

const testApp = await testAppOfFile()

const statusesOf = (responses: readonly { status: number }[]) => {
  const count = (status: number) =>
    responses.filter((response) => response.status === status).length
  return { served: responses.length - count(429), refused: count(429) }
}

test('of 100 sign-in calls at once from one address 60 are served, over two servers together', async () => {
  const ip = newAddress()
  const other = await buildApp(await createDependencies(testApp.deps))
  const visitors = [new Visitor(testApp, ip), new Visitor({ app: other }, ip)]
  const responses = await atOnce(100, (n) => visitors[n % 2]!.inspect('x'.repeat(43)))
  expect(statusesOf(responses)).toEqual({ served: 60, refused: 40 })
  expect((await new Visitor(testApp).inspect('x')).status).toBe(400)
  await other.close()
})

test('the refusal says when, and whoever waits so long is served; refused calls do not make it longer', async () => {
  const visitor = new Visitor(testApp)
  await visitor.inspect('x')
  testApp.clock.turn(10)
  await atOnce(59, () => visitor.inspect('x'))
  testApp.clock.turn(20)
  const refused = (await atOnce(20, () => visitor.inspect('x')))[0]
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '30', 'cache-control': 'no-store' },
    body: {
      code: 'too_many_requests',
      message: 'Too many sign-in calls from your network. Try again in 30 seconds.',
    },
  })
  testApp.clock.turn(30)
  expect(statusesOf(await atOnce(2, () => visitor.inspect('x')))).toEqual({ served: 1, refused: 1 })
})

test('one IPv6 /64 is one address, and so is an IPv4 address mapped into IPv6', async () => {
  const v6 = await atOnce(70, (n) =>
    new Visitor(testApp, `2001:db8:1:2::${(n + 1).toString(16)}`).inspect('x'),
  )
  expect(statusesOf(v6)).toEqual({ served: 60, refused: 10 })
  expect((await new Visitor(testApp, '2001:db8:1:3::1').inspect('x')).status).toBe(400)
  const v4 = await atOnce(70, (n) =>
    new Visitor(testApp, n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9').inspect('x'),
  )
  expect(statusesOf(v4)).toEqual({ served: 60, refused: 10 })
})

test('a path in another spelling is another path, so it has no budget to give', async () => {
  const visitor = new Visitor(testApp)
  await atOnce(60, () => visitor.inspect('x'))
  for (const url of [
    '//api/auth/login',
    '/api/auth/login/',
    '/API/auth/LOGIN',
    '/api%2fauth/login',
    '/api//auth/login',
  ])
    expect(
      (
        await testApp.app.inject({
          method: 'POST',
          url,
          payload: { email: 'a@b.lk' },
          remoteAddress: visitor.ip,
        })
      ).statusCode,
    ).toBe(404)
  expect((await visitor.requestCode('nobody@example.lk')).status).toBe(429)
})

test('X-Forwarded-For changes nobody’s address unless TRUST_PROXY says so', async () => {
  const visitor = new Visitor(testApp)
  const responses = await atOnce(70, (n) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/auth/link',
      payload: { token: 'x' },
      remoteAddress: visitor.ip,
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
    }),
  )
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
})

test('of 650 changes in a minute from one address 600 are served, whoever makes them', async () => {
  const ip = newAddress()
  const users = [await signedInUser(testApp), await signedInUser(testApp)]
  const responses = []
  // 50 at once wait for a connection no longer than one may be waited for, on a busy machine too.
  for (let batch = 0; batch < 13; batch++)
    responses.push(
      ...(await atOnce(50, (n) =>
        new Visitor(testApp, ip).send(createAccessToken, {}, users[n % 2]!.headers),
      )),
    )
  expect(statusesOf(responses)).toEqual({ served: 600, refused: 50 })
  expect(responses.find(({ status }) => status === 429)?.body.message).toBe(
    'Too many changes from your network. Try again in 60 seconds.',
  )
  // Reading goes on.
  const reads = await testApp.app.inject({
    url: '/api/auth/user',
    headers: users[0]!.headers,
    remoteAddress: ip,
  })
  expect(reads.statusCode).toBe(200)
})
