import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { createAccessToken } from '../../contract/access-token.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createDependencies } from '../deps.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { RequestLog } from './request-log.ts'
import { createServer } from './server.ts'
import { KeyedQueue, PlaceLimiter, SharedQueue, type Client } from './limits.ts'
import { atOnce, newAddress, Visitor } from '../sign-in/sign-in.fixture.ts'

const testApp = await testAppOfFile()

const statusesOf = (responses: readonly { status: number }[]) => {
  const count = (status: number) =>
    responses.filter((response) => response.status === status).length
  return { served: responses.length - count(429), refused: count(429) }
}

test('60 of 100 concurrent sign-in calls from one address are served, across two servers', async () => {
  const ip = newAddress()
  const other = await buildApp(await createDependencies(testApp.deps))
  const visitors = [new Visitor(testApp, ip), new Visitor({ app: other }, ip)]
  const responses = await atOnce(100, (n) => visitors[n % 2]!.inspect('x'.repeat(43)))
  expect(statusesOf(responses)).toEqual({ served: 60, refused: 40 })
  expect((await new Visitor(testApp).inspect('x')).status).toBe(400)
  await other.close()
})

test('a refusal says when to retry, and refused calls do not extend it', async () => {
  const visitor = new Visitor(testApp)
  await atOnce(60, () => visitor.inspect('x'))
  testApp.clock.turn(-0.5)
  const refused = (await atOnce(20, () => visitor.inspect('x')))[0]
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '2', 'cache-control': 'no-store' },
    body: {
      code: 'too_many_requests',
      message: 'Too many sign-in calls from your network. Try again in 2 seconds.',
    },
  })
  testApp.clock.turn(0.5)
  expect((await visitor.inspect('x')).status).toBe(429)
  testApp.clock.turn(2)
  expect(statusesOf(await atOnce(9, () => visitor.inspect('x')))).toEqual({ served: 2, refused: 7 })
})

test('calls counted before the clock stepped back refuse none', async () => {
  const visitor = new Visitor(testApp)
  testApp.clock.turn(3600)
  await atOnce(60, () => visitor.inspect('x'))
  testApp.clock.turn(-3600)
  expect(statusesOf(await atOnce(61, () => visitor.inspect('x')))).toEqual({
    served: 60,
    refused: 1,
  })
})

test('an IPv6 /64 and an IPv4-mapped address count as one address', async () => {
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

test('another spelling of a path does not avoid the limit', async () => {
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

test('X-Forwarded-For is ignored unless TRUST_PROXY is set', async () => {
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

test('X-Forwarded-For is believed from the proxies that TRUST_PROXY names', async () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8' })
  const { config, log, responses } = testApp.deps
  const app = createServer({ config: { ...config, trustProxy }, log }, responses, new RequestLog())
  app.get('/', ({ ip }) => ip)
  const ipFrom = async (remoteAddress: string, forwarded: string) =>
    (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } }))
      .payload
  expect(await ipFrom('127.0.0.1', '203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
  expect(await ipFrom('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1')
})

test('600 changes a minute are served per address, whoever makes them and however they end', async () => {
  const ip = newAddress()
  const users = [await signedInUser(testApp), await signedInUser(testApp)]
  const responses = []
  for (let batch = 0; batch < 62; batch++)
    responses.push(
      ...(await atOnce(10, (n) =>
        new Visitor(testApp, ip).send(createAccessToken, {}, users[n % 2]!.headers),
      )),
    )
  expect(statusesOf(responses)).toEqual({ served: 600, refused: 20 })
  expect(responses.find(({ status }) => status === 429)?.body.message).toBe(
    'Too many changes from your network. Try again in 1 second.',
  )
  // Reading goes on.
  const reads = await testApp.app.inject({
    url: '/api/auth/user',
    headers: users[0]!.headers,
    remoteAddress: ip,
  })
  expect(reads.statusCode).toBe(200)
})

describe('a queue of users', () => {
  it('runs two calls per user, queues four and refuses the seventh', async () => {
    const queue = new KeyedQueue({ atOnce: 2, waiting: 4 })
    const running: (() => void)[] = []
    const call = (user: number) =>
      queue.run(user, () => new Promise<void>((done) => running.push(done)))
    const six = Array.from({ length: 6 }, () => call(1))
    await new Promise(setImmediate)
    expect(running).toHaveLength(2)
    await expect(call(1)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
    const another = call(2)
    await new Promise(setImmediate)
    expect(running).toHaveLength(3)
    while (running.length > 0) {
      running.shift()?.()
      await new Promise(setImmediate)
    }
    await Promise.all([...six, another])
  })

  it('frees the place of a failed call', async () => {
    const queue = new KeyedQueue({ atOnce: 1, waiting: 0 })
    await expect(queue.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run(1, () => Promise.resolve('served'))).toBe('served')
  })

  it('refuses a call that waited too long and serves the next', async () => {
    const queue = new KeyedQueue({ atOnce: 1, waiting: 8, waitMs: 20 })
    const free = await queue.take(1)
    await expect(queue.take(1)).rejects.toMatchObject({ code: 'too_many_requests' })
    const next = queue.take(1)
    free()
    ;(await next)()
    expect(await queue.run(1, () => Promise.resolve('served'))).toBe('served')
  })
})

describe('shared places', () => {
  const takeAll = (places: PlaceLimiter, client: Client) => {
    let taken = 0
    while (places.take(client)) taken++
    return taken
  }

  it('are limited per client and in total', () => {
    const places = new PlaceLimiter({ inAll: 100, toOne: 50 })
    const client = { ip: '198.51.100.1' as string | undefined }
    const free = places.take(client)
    expect(takeAll(places, client)).toBe(49)
    expect(takeAll(places, { name: 'user 1' })).toBe(50)
    expect(places.take({ ip: '198.51.100.2' })).toBeUndefined()
    // A request loses its address if its client is gone.
    client.ip = undefined
    free?.()
    expect(takeAll(places, { ip: '198.51.100.1' })).toBe(1)
  })

  it('are limited to two shares per IPv6 /48', () => {
    const places = new PlaceLimiter({ inAll: 20, toOne: 2 })
    const free = places.take({ ip: '2001:db8:1:0::1' })
    const taken = Array.from({ length: 10 }, (_, at) =>
      takeAll(places, { ip: `2001:db8:1:${at}::1` }),
    )
    expect(taken.reduce((sum, each) => sum + each, 0)).toBe(3)
    expect(takeAll(places, { ip: '2001:db8:2:1::1' })).toBe(2)
    free?.()
    expect(takeAll(places, { ip: '2001:db8:1:9::1' })).toBe(1)
  })

  it('refuse late work and serve the next', async () => {
    const queue = new SharedQueue({ atOnce: 1, toOne: 2, inAll: 20 }, () => 'Try again.', 20)
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = queue.run({ name: 'one' }, () => promise)
    const late = queue.run({ name: 'other' }, () => Promise.resolve('late')).catch(String)
    await pause(30)
    resolve('made')
    expect(await late).toBe('ApiError: Try again.')
    expect(await first).toBe('made')
    expect(await queue.run({ name: 'other' }, () => Promise.resolve('made'))).toBe('made')
  })
})
