import { createServer, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { freePort } from './free-port.ts'
import { createDependencies } from '../deps.ts'
import { readConfig } from '../config.ts'
import { connect } from '../database/connection.ts'
import { measurePoolLoad, type PoolLoad } from '../database/availability.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { startTestApp, testAppOfFile, type TestApp } from '../testing/test-app.ts'
import { testDatabase, TEST_TIMEOUTS } from '../testing/test-database.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const test = await testAppOfFile()

/** A second application on the same database, with other dependencies and its log caught. */
async function startBeside(deps: Partial<TestApp['deps']>) {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n'))
        lines.push(JSON.parse(line) as Record<string, unknown>)
      done()
    },
  })
  const app = await buildApp(
    await createDependencies({ ...test.deps, ...deps, log: pino({ level: 'info' }, sink) }),
  )
  closers.push(() => app.close())
  await app.ready()
  return { app, lines, requests: () => lines.filter(({ msg }) => msg === 'request') }
}

const pool = (longestWaitMs: number): PoolLoad => ({
  longestWaitMs: () => longestWaitMs,
  pool: { waitingCount: 1, totalCount: 1, idleCount: 0 },
})

const startBehind = (reads: number, writes = reads) =>
  startBeside({ background: true, pools: { reads: pool(reads), writes: pool(writes) } })

async function startWithMetrics() {
  const port = await freePort()
  const measured = await startTestApp({ env: { METRICS_PORT: String(port) } })
  closers.push(() => measured.close())
  return { app: measured.app, metrics: `http://127.0.0.1:${port}` }
}

describe('the log', () => {
  it('has one line per request without secrets', async () => {
    const user = await signedInUser(test)
    const { app, requests } = await startBeside({})
    const url = '/api/audit-logs?search=hunter2'
    const response = await app.inject({ url, headers: user.headers })
    await app.inject({
      method: 'POST',
      url: '/api/auth/verify-otp',
      payload: { email: 'a@b.lk', otp: '314159' },
    })
    expect(requests()).toHaveLength(2)
    expect(requests()[0]).toMatchObject({
      reqId: response.headers['x-request-id'],
      method: 'GET',
      path: '/api/audit-logs',
      status: 200,
      ms: expect.any(Number) as number,
      ip: '127.0.0.1',
      user: user.id,
    })
    const text = JSON.stringify(requests())
    for (const secret of ['hunter2', '314159', 'a@b.lk', user.headers.authorization.slice(7)]) {
      expect(text).not.toContain(secret)
    }
  })

  it('has one line a second without a stack for refused load', async () => {
    const { app, lines } = await startBehind(501)
    for (let n = 0; n < 30; n++)
      expect((await app.inject('/api/exchange-rate/USD/on/2026-09-28')).statusCode).toBe(503)
    const refused = lines.filter(({ level, msg }) => Number(level) >= 40 && msg !== 'request')
    expect(refused).toMatchObject([{ level: 40, msg: expect.stringContaining('busy') as string }])
    expect(JSON.stringify(refused)).not.toContain('stack')
  })

  it('omits health checks', async () => {
    const { app, requests } = await startBeside({})
    await app.inject('/api/health/live')
    expect(requests()).toEqual([])
  })
})

describe('a server that is behind', () => {
  it('refuses database calls with 503 and Retry-After and serves from memory', async () => {
    const user = await signedInUser(test)
    const { app } = await startBehind(501)
    const refused = await app.inject({ url: '/api/audit-logs', headers: user.headers })
    expect(refused.statusCode).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused.json()).toMatchObject({ code: 'unavailable' })
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    expect(
      (await app.inject({ method: 'POST', url: '/api/auth/login', payload: {} })).statusCode,
    ).toBe(503)
    expect((await app.inject('/api/exchange-rate/USD/on/2026-09-28')).statusCode).toBe(503)
    expect((await app.inject('/api/exchange-rate/feed')).statusCode).toBe(200)
    expect((await app.inject('/api/health/live')).statusCode).toBe(200)
  })

  it('refuses database calls while its event loop lags, unless the limit is 0', async () => {
    const start = async (maxEventLoopDelay: number) =>
      startBeside({ background: true, config: { ...test.deps.config, maxEventLoopDelay } })
    const servers = [await start(0), await start(100)] // the first measures first
    const statusesWhenLate = () => {
      const end = performance.now() + 700
      while (performance.now() < end);
      return Promise.all(
        servers.map(async ({ app }) => {
          await pause(1) // so that the delay is measured
          return (await app.inject('/api/exchange-rate/USD/on/2026-09-28')).statusCode
        }),
      )
    }
    await expect.poll(statusesWhenLate).toEqual([200, 503])
  })

  it('accepts changes while reads wait for connections', async () => {
    const { headers } = await signedInUser(test)
    const { app } = await startBehind(501, 0)
    expect((await app.inject({ url: '/api/audit-logs', headers })).statusCode).toBe(503)
    const body = { date: '2026-09-29', base_currency: 'USD', rate: 301.25 }
    const url = '/api/exchange-rate/manual'
    expect((await app.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(201)
  })

  it('refuses nothing after short waits', async () => {
    const { headers } = await signedInUser(test)
    const { app } = await startBehind(400)
    expect((await app.inject({ url: '/api/audit-logs', headers })).statusCode).toBe(200)
  })

  it('measures how long connections are waited for', async () => {
    const database = await testDatabase()
    const { db, pool: connections } = connect(database.appUrl, { ...TEST_TIMEOUTS, max: 1 })
    closers.push(() => db.destroy())
    const load = measurePoolLoad(connections)
    const held = await connections.connect()
    expect(load.longestWaitMs()).toBe(0)
    const waiting = connections.connect()
    await expect.poll(() => load.longestWaitMs()).toBeGreaterThan(20)
    expect(load).toMatchObject({ pool: { waitingCount: 1, totalCount: 1, idleCount: 0 } })
    held.release()
    ;(await waiting).release()
    expect(load.longestWaitMs()).toBe(0)
  })
})

describe('the metrics', () => {
  it('are served on their own port on loopback, in Prometheus format', async () => {
    const { app, metrics } = await startWithMetrics()
    await app.inject('/api/health/live')
    await app.inject('/api/exchange-rate/current/XXX')
    const response = await fetch(`${metrics}/metrics`)
    expect(response.headers.get('content-type')).toContain('version=0.0.4')
    const text = await response.text()
    expect(text).toContain(
      'rupee_rates_request_seconds_count{method="GET",route="/api/health/live",status="200"} 1',
    )
    expect(text).toContain('route="/api/exchange-rate/current/:currency",status="404"')
    expect(text).toContain('rupee_rates_audit_trail_intact 1')
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect((await fetch(`${metrics}/`)).status).toBe(404)
    expect((await app.inject('/metrics')).statusCode).toBe(404)
  })

  it('count cached public reads', async () => {
    const { app, metrics } = await startWithMetrics()
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `${origin}/api/exchange-rate/feed`
    const read = async (headers: Record<string, string> = {}) => {
      const response = await fetch(url, { headers })
      await response.arrayBuffer()
      return response
    }
    const etag = (await read()).headers.get('etag') ?? ''
    for (let times = 0; times < 150; times++) await read()
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    const text = await (await fetch(`${metrics}/metrics`)).text()
    const counted = (status: number) =>
      text.match(
        new RegExp(
          `^rupee_rates_request_seconds_count\\{method="GET",route="/api/exchange-rate/feed",status="${status}"\\} (\\d+)$`,
          'm',
        ),
      )?.[1]
    expect([counted(200), counted(304)]).toEqual(['151', '1'])
  })

  it('are off by default', () => {
    expect(readConfig({}).metricsPort).toBeUndefined()
  })

  it('report a taken port in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    closers.push(() => new Promise((resolve) => taken.close(resolve)))
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    const config = { ...test.deps.config, metricsPort: port }
    const app = await buildApp(await createDependencies({ ...test.deps, config }))
    await expect(app.ready()).rejects.toThrow(`METRICS_PORT ${port} cannot be used`)
  })
})
