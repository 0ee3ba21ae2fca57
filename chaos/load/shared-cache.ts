import { setTimeout as pause } from 'node:timers/promises'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { builtPages } from '../../harness/browser/built-browser.ts'
import { missing } from '../../harness/database/debian.ts'
import { HttpClient } from '../../harness/load/http-client.ts'
import { get, load } from '../../harness/load/load.ts'
import { RateWatch } from '../../harness/load/rate-watch.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { behindCache, cachePorts, startVarnish, type Varnish } from '../../harness/process/varnish.ts'
import type { Scope } from '../../harness/scope.ts'
import { signInUsers, type User } from '../../harness/users/sign-in-users.ts'
import type { Scenario } from '../scenario.ts'

const REQUESTS = 100_000
const CORRECTIONS = 12
const KILLS = 3
const MAX_ORIGIN = 5
const MAX_STALE_MS = 5000

const day = addDays(dayInColombo(new Date()), -1)
const paths = [
  '/',
  '/rates',
  '/rates/USD',
  '/rates/GBP',
  `/rates/USD/${day}`,
  '/periods/USD',
  '/api/exchange-rate/board',
  '/api/exchange-rate/current/USD',
  '/api/exchange-rate/USD/last-seven-days',
  `/api/exchange-rate/GBP/history?to=${day}`,
  '/calendar.ics',
]

export const sharedCache: Scenario = {
  name: 'shared-cache',
  title: `Varnish in front (deploy/varnish.vcl): ${REQUESTS} reads and a correction; ${CORRECTIONS} corrections; kill -9 right after ${KILLS} more`,
  pass: `origin requests ≤ ${MAX_ORIGIN} of 10 000; an old rate ≤ ${MAX_STALE_MS / 1000} s after a correction, or after the start that follows a kill; public reads 100 % with the server stopped; nothing of a user in the cache`,
  async run(scope) {
    const lacking = missing(['varnish', 'varnish-modules'])
    if (lacking !== undefined) return { skipped: lacking }
    await builtPages()
    const { server, varnish, cache } = await startBoth(scope)
    const [user] = (await signInUsers(server.http, 1)) as [User]
    const corrections = new Corrections(cache, user)
    for (const currency of CURRENCIES) await corrections.enter(currency)

    const isPrivate = await keepsNothingOf(cache, user)
    // The purges of these entries are repeated; only those of the correction are to be counted.
    await pause(MAX_STALE_MS)
    const perTenThousand = await originRequests(varnish, () => corrections.enter('USD'))
    const watches = ['/api/exchange-rate/current/USD', '/rates/USD'].map(
      (path) => new RateWatch(cache, path, day),
    )
    for (let count = 0; count < CORRECTIONS; count++) {
      const rate = await corrections.enter('USD')
      for (const watch of watches) watch.acknowledged(rate)
      await pause(400 + Math.random() * 300)
    }
    // An old answer that came back into the cache would show.
    await pause(MAX_STALE_MS)
    await Promise.all(watches.map((watch) => watch.stop()))
    const stale = Math.max(...watches.map(({ staleMs }) => staleMs))
    const outages = await killAfterCorrections(server, cache, corrections)
    const read = watches.reduce((sum, watch) => sum + watch.read, 0)
    return {
      figures: `${perTenThousand.toFixed(1)} origin requests of 10 000; an old rate at most ${Math.round(stale)} ms after a correction (${read} reads), ${Math.round(outages.staleMs)} ms after a start that followed a kill; ${outages.served} of ${outages.sent} public reads served with the server stopped; ${isPrivate ? 'nothing' : 'SOMETHING'} of a user in the cache`,
      ok:
        perTenThousand <= MAX_ORIGIN &&
        Math.max(stale, outages.staleMs) <= MAX_STALE_MS &&
        outages.served === outages.sent &&
        isPrivate,
    }
  },
}

async function startBoth(scope: Scope) {
  const ports = await cachePorts()
  const server = await Server.start(scope, behindCache(ports))
  const varnish = await startVarnish(scope, ports, server.port)
  const cache = new HttpClient(ports.publicPort)
  scope.defer(() => cache.close())
  return { server, varnish, cache }
}

/** Enters rates through the cache, each above the one before. */
class Corrections {
  private readonly cache: HttpClient
  private readonly user: User
  private rate = 300

  constructor(cache: HttpClient, user: User) {
    this.cache = cache
    this.user = user
  }

  /** Resolves to the rate once it is acknowledged. */
  async enter(currency: string): Promise<number> {
    const rate = Number((this.rate += 0.01).toFixed(4))
    const { status, body } = await this.cache.post(
      '/api/exchange-rate/manual',
      { date: day, base_currency: currency, target_currency: 'LKR', rate },
      this.user.headers,
    )
    if (status !== 200 && status !== 201) throw new Error(`${status}: ${body}`)
    return rate
  }
}

/** Whether nobody else gets what a user was given through the cache. */
async function keepsNothingOf(cache: HttpClient, user: User): Promise<boolean> {
  for (const path of ['/api/user', '/api/exchange-rate/recent', '/api/audit-logs']) {
    const own = await cache.call({ path, headers: user.headers })
    const other = await cache.call({ path })
    if (own.status !== 200 || other.status !== 401) return false
  }
  return true
}

/** How many of 10 000 reads reach the server, the first of each path included, while a rate is corrected. */
async function originRequests(varnish: Varnish, correct: () => Promise<unknown>): Promise<number> {
  const before = varnish.originRequests()
  const host = `127.0.0.1:${varnish.publicPort}`
  const reading = load({
    port: varnish.publicPort,
    requests: paths.map((path) => get(path, { host, 'accept-encoding': 'gzip' })),
    connections: 32,
    count: REQUESTS,
  })
  await Promise.all([reading, pause(1000).then(correct)])
  return ((varnish.originRequests() - before) / REQUESTS) * 10_000
}

/** Kills the server as soon as a correction is acknowledged, reads everything while it is away, and starts it again. */
async function killAfterCorrections(server: Server, cache: HttpClient, corrections: Corrections) {
  const found = { sent: 0, served: 0, staleMs: 0 }
  for (let count = 0; count < KILLS; count++) {
    const rate = await corrections.enter('USD')
    await server.kill()
    // Before and after the cache has noticed.
    const end = performance.now() + 4000
    while (performance.now() < end) {
      for (const path of paths) {
        found.sent++
        if ((await cache.call({ path })).status === 200) found.served++
      }
      await pause(20)
    }
    await server.start()
    const watch = new RateWatch(cache, '/api/exchange-rate/current/USD', day)
    watch.acknowledged(rate)
    await pause(MAX_STALE_MS + 1000)
    await watch.stop()
    found.staleMs = Math.max(found.staleMs, watch.staleMs)
  }
  return found
}
