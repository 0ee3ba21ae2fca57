import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { rateExport } from '../../contract/integrations.ts'
import { previewImport } from '../../contract/imports.ts'
import { rateStream } from '../../contract/rates/rates.ts'
import { until } from '../../harness/until.ts'
import { atOnce } from '../sign-in/sign-in.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const run = await testAppOfFile({ timeouts: { max: 5 } })
await run.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = run.app.server.address() as AddressInfo
const endpoints = ALL_ENDPOINTS.map(({ endpoint }) => endpoint)

const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)
beforeAll(() => void process.on('uncaughtException', note))
afterAll(() => void process.off('uncaughtException', note))
// The limits of calls apply to each test alone.
beforeEach(() => run.clock.turn(60))

const responses = new Map<number, ServerResponse[]>()
run.app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
  const from = socket.remotePort ?? 0
  responses.set(from, [...(responses.get(from) ?? []), response])
})

interface Connection {
  readonly socket: Socket
  /** Resolves with the response that the server prepares for the request with this number. */
  readonly response: (number: number) => Promise<ServerResponse>
}

async function open(): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  const { localPort = 0 } = socket
  responses.delete(localPort)
  const response = (number: number) =>
    until('the request', () => responses.get(localPort)?.[number], { everyMs: 1 })
  return { socket, response }
}

const urls = endpoints.map(({ url }) =>
  url
    .replace(':currency', 'USD')
    .replace(':date', '2026-09-29')
    .replace(':file', 'all.csv')
    .replace(/:\w+/g, '999999999'),
)

interface Call {
  readonly method: string
  readonly url: string
  readonly authorization: string
}

const head = ({ method, url, authorization }: Call, ...more: string[]) =>
  [`${method} ${url} HTTP/1.1`, 'host: x', `authorization: ${authorization}`, ...more].join('\r\n')
const withBody = (call: Call, type: string, body: string, declared: number) =>
  `${head(call, `content-type: ${type}`, `content-length: ${declared}`)}\r\n\r\n${body}`
const whole = (call: Call) =>
  call.method === 'GET' ? `${head(call)}\r\n\r\n` : withBody(call, 'application/json', '{}', 2)

/** Each leaves the connection in the state in which its client resets it. */
const STAGES: Record<string, (connection: Connection, call: Call, n: number) => Promise<unknown>> =
  {
    'before its head ends': ({ socket }, call) =>
      new Promise((sent) => socket.write(head(call), sent)),
    ...Object.fromEntries(
      ['application/json', 'text/csv', 'text/plain'].map((type) => [
        `in a body of ${type}`,
        async ({ socket, response }: Connection, call: Call, n: number) => {
          socket.write(withBody(call, type, 'x'.repeat(2000), 900_000))
          await response(0)
          await pause(n % 15)
        },
      ]),
    ),
    'in a chunked body': async ({ socket, response }, call, n) => {
      socket.write(`${head(call, 'transfer-encoding: chunked')}\r\n\r\n5\r\n{"a":`)
      await response(0)
      await pause(n % 15)
    },
    'while the server works': async ({ socket, response }, call, n) => {
      socket.write(whole(call))
      await response(0)
      await pause(n % 15)
    },
    'while the response arrives': async ({ socket }, call) => {
      socket.write(whole(call))
      await once(socket, 'data')
    },
    'behind an open stream': async (connection, call, n) => {
      await openStream(connection, call)
      connection.socket.write(whole(call))
      await connection.response(1)
      await pause(n % 15)
    },
    'with an unread body behind an open stream': async (connection, call, n) => {
      await openStream(connection, call)
      connection.socket.write(withBody(call, 'text/plain', 'x', 900_000))
      await connection.response(1)
      await pause(n % 15)
    },
  }

const countListeners = () =>
  [process, run.app.server]
    .flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)))
    .reduce((sum, count) => sum + count, 0)

async function openStream({ socket }: Connection, call: Call): Promise<void> {
  socket.write(`${head({ ...call, method: 'GET', url: rateStream.url })}\r\n\r\n`)
  await once(socket, 'data')
}

test.each(Object.entries(STAGES))(
  'a request that is reset %s harms no other',
  async (_stage, reach) => {
    const before = countListeners()
    const users = await Promise.all(endpoints.map(() => signedInUser(run)))
    const left = endpoints.map(({ method }, at) => ({ method, url: urls[at] ?? '', at }))
    await atOnce(8, async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const connection = await open()
        const { authorization } = users[next.at]?.headers ?? { authorization: '' }
        await reach(connection, { ...next, authorization }, next.at)
        connection.socket.resetAndDestroy()
      }
    })
    await until('closed connections', async () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      run.app.server.getConnections((_error, count) => resolve(count))
      return (await promise) === 0
    })
    expect(countListeners()).toBe(before)
    expect(uncaught.splice(0)).toEqual([])
  },
)

test('after all of them every place is free', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => signedInUser(run)))
  const payload = { rows: [{ date: '2026-09-28', currency: 'USD', rate: 301.25 }] }
  const text = JSON.stringify(payload).padEnd(2_000_000)
  const { url } = previewImport
  const previews = await Promise.all(
    users.flatMap(({ headers }) =>
      [1, 2].map(() =>
        fetch(`http://127.0.0.1:${port}${url}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: text,
        }),
      ),
    ),
  )
  expect(previews.map(({ status }) => status)).toEqual(Array(16).fill(200))
  const file = rateExport.url.replace(':file', 'all.csv')
  const exports = await atOnce(4, () => fetch(`http://127.0.0.1:${port}${file}`))
  expect(exports.map(({ status }) => status)).toEqual(Array(4).fill(200))
  await Promise.all([...previews, ...exports].map((response) => response.text()))
})
