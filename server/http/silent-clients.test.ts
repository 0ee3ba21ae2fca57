import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { until } from '../../harness/until.ts'
import { holdLock } from '../testing/hold-lock.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

/** The time-outs of the product. */
const timeouts = { max: 5, statementTimeoutMs: 1800, connectionTimeoutMs: 900 }
const run = await testAppOfFile({ timeouts })
await run.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = run.app.server.address() as AddressInfo
const accepted: Socket[] = []
run.app.server.on('connection', (socket: Socket) => void accepted.push(socket))
const base = `http://127.0.0.1:${port}`

const lockFacts = () => holdLock(run.owner, 'SELECT lock_facts()')

async function save(date: string) {
  const { headers } = await signedInUser(run)
  const response = await fetch(`${base}/api/exchange-rate/manual`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ date, base_currency: 'USD', rate: 301.25 }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const clients: Socket[] = []
afterAll(() => {
  for (const client of clients) client.destroy()
})

const countRates = async () =>
  (await run.owner.selectFrom('fact_state').select('date').where('source', '=', 'manual').execute())
    .length

test('a write that waits five seconds for the facts is stored; one that waits too long is refused before a screen gives up', async () => {
  const before = await countRates()
  const free = await lockFacts()
  const begun = performance.now()
  const refused = save('2026-09-25')
  await pause(2000)
  const stored = save('2026-09-24')
  expect(await refused).toEqual({ status: 503, retryAfter: '2' })
  expect(performance.now() - begun).toBeLessThan(9500)
  await free()
  expect((await stored).status).toBe(201)
  expect(await countRates()).toBe(before + 1)
})

test.concurrent.each([
  ['reads none of its responses', 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60)],
  [
    'sends no body',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n',
  ],
])('a client that %s loses its connection', async (_does, request) => {
  const client = connect(port, '127.0.0.1').on('error', () => undefined)
  clients.push(client)
  await once(client, 'connect')
  const isOurs = ({ remotePort }: Socket) => remotePort === client.localPort
  const socket = await until('the connection', () => accepted.find(isOurs))
  client.pause().write(request)
  await once(socket, 'close')
})
