import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket, type AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { atOnce, Visitor } from '../sign-in/sign-in.fixture.ts'
import { holdLock } from '../testing/hold-lock.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const run = await testAppOfFile({ timeouts: { max: 5 } })
await run.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = run.app.server.address() as AddressInfo
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

const LARGE = '/api/rates/check'
const PREVIEW = '/api/exchange-rate/import/preview'
const MANUAL = '/api/exchange-rate/manual'

/** Sends a part of a body and keeps the connection open. Returns the status line, if any. */
async function sendSlowly(token: string, part = 150_000, url = LARGE): Promise<() => string> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  socket.on('data', (data) => (heard += String(data))).on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST ${url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${url === LARGE ? 1_000_000 : 2_000_000}\r\n\r\n`,
  )
  socket.write(`{"text":"${'x'.repeat(part)}`)
  return () => heard.split('\r\n', 1)[0] ?? ''
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Buffers in use: without a collection first, those of sockets already closed would count too. */
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

test('500 slow bodies of one token are refused within 50 MB', async () => {
  const { headers } = await signedInUser(run)
  const before = heldBytes()
  const slow = await atOnce(500, () => sendSlowly(headers.authorization))
  // A refusal can be lost if the server closes its connection before the client has read it.
  await expect
    .poll(() => slow.filter((status) => status().includes(' 429 ')).length)
    .toBeGreaterThan(470)
  expect(
    slow.filter((status) => !['', 'HTTP/1.1 429 Too Many Requests'].includes(status())),
  ).toEqual([])
  expect((heldBytes() - before) / 1e6).toBeLessThan(50)
  const others = await signedInUser(run)
  const url = '/api/auth/user'
  expect((await run.app.inject({ url, headers: others.headers })).statusCode).toBe(200)
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(async () => (await run.app.inject({ url, headers })).statusCode).toBe(200)
})

test('30 concurrent writes of one user leave connections to others', async () => {
  const [greedy, other] = [await signedInUser(run), await signedInUser(run)]
  const write = ({ headers }: typeof greedy, rate: number) =>
    run.app.inject({
      method: 'POST',
      url: MANUAL,
      headers,
      payload: { date: '2026-09-28', base_currency: 'USD', rate },
    })
  const free = await holdLock(run.owner, 'SELECT lock_facts()')
  const writes = atOnce(30, (n) => write(greedy, 300 + n))
  // Neither sign-in nor registration needs the lock, only a connection.
  const registered = await atOnce(8, (n) =>
    new Visitor(run, `203.0.113.${n + 1}`).register(`waits${n}@example.lk`),
  )
  expect(registered.map(({ status }) => status)).toEqual(Array(8).fill(201))
  const others = write(other, 301.5)
  await free()
  expect([200, 201]).toContain((await others).statusCode)
  const statuses = (await writes).map(({ statusCode }) => statusCode)
  // 9 are let in; on a busy machine some of them wait for too long.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(21)
  expect(statuses.filter((status) => ![200, 201, 429].includes(status))).toEqual([])
  expect(statuses.filter((status) => status !== 429)).not.toEqual([])
})

test('large bodies of all users share 32 MiB', async () => {
  const users = await Promise.all(Array.from({ length: 18 }, () => signedInUser(run)))
  const statuses = await Promise.all(
    users.map(({ headers }) => sendSlowly(headers.authorization, 1_950_000, PREVIEW)),
  )
  const refused = () => statuses.map((status) => status()).filter((status) => status !== '')
  const busy = 'HTTP/1.1 503 Service Unavailable'
  await expect.poll(refused).toEqual([busy, busy])
  for (const socket of sockets.splice(0)) socket.destroy()
  const { headers } = await signedInUser(run)
  const payload = { rows: [{ date: '2026-09-28', currency: 'USD', rate: 301.25 }] }
  await expect
    .poll(async () => {
      const call = { method: 'POST', url: PREVIEW, headers, payload } as const
      return (await run.app.inject(call)).statusCode
    })
    .toBe(200)
})

test.each([
  ['a large body', 30_000, LARGE, undefined],
  ['a body that nobody reads because its call was refused', 10_000, MANUAL, 'Bearer none'],
])('%s loses its connection after %i ms', async (_what, ms, url, refused) => {
  const token = refused ?? (await signedInUser(run)).headers.authorization
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const arrived = once(run.app.server, 'request')
  await sendSlowly(token, 100, url)
  const socket = sockets.at(-1)
  await arrived
  await new Promise(setImmediate)
  const closed = once(socket!, 'close')
  vi.advanceTimersByTime(ms - 1)
  expect(socket?.closed).toBe(false)
  vi.advanceTimersByTime(1)
  await closed
})

test('an unknown expectation is ignored', async () => {
  const request = get({ port, path: '/api/health/live', headers: { expect: '200-ok' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
  expect(response.headers).toHaveProperty('content-security-policy')
})

test.each([
  ['GET / HTTP/9\r\n\r\n', 400, 'Malformed HTTP request.'],
  [`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'The headers are too large.'],
])(
  'a malformed request gets an error response, and its connection ends',
  async (text, status, message) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(text)
    const [head, body = ''] = (await readAll(socket)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close`))
    expect(head).toContain('content-security-policy')
    expect(JSON.parse(body)).toEqual({ code: 'invalid', message })
  },
)
