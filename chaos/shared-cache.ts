import { setTimeout as pause } from 'node:timers/promises'
import { addDays, dayInColombo } from '../domain/calendar-date.ts'
import { currencies } from '../domain/currency.ts'
import { builtPages } from '../harness/browser/built-browser.ts'
import { requirePackages } from '../harness/database/debian.ts'
import { check, columns, figure, holds, none } from '../harness/figure.ts'
import type { HttpClient } from '../harness/load/http-client.ts'
import { get, load } from '../harness/load/load.ts'
import { isServed } from '../harness/load/writers.ts'
import { repeat } from '../harness/load/repeat.ts'
import { Server } from '../harness/process/restartable-server.ts'
import { startVarnish, type Varnish } from '../harness/process/proxies.ts'
import { signInUsers, type User } from '../harness/users/sign-in-users.ts'
import type { Scenario } from '../harness/scenario.ts'

const REQUESTS = 100_000
const CORRECTIONS = 12
const KILLS = 3
const MAX_STALE_MS = 5000
const STALE = { atMost: MAX_STALE_MS }

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
  title: `Varnish in front (deploy/varnish.vcl): ${REQUESTS} reads and a correction; ${CORRECTIONS} corrections; kill -9 right after ${KILLS} more`,
  async run(scope) {
    requirePackages('varnish', 'varnish-modules')
    await builtPages()
    const {
      server,
      varnish,
      client: cache,
    } = await startVarnish(scope, (env) => Server.start(scope, env))
    const [user] = (await signInUsers(server.http, 1)) as [User]
    const correct = correctionsBy(user, cache)
    for (const currency of currencies()) await correct(currency)

    const isPrivate = await keepsNothingOf(cache, user)
    // The purges of these entries are repeated; only those of the correction are to be counted.
    await pause(MAX_STALE_MS)
    const perTenThousand = await originRequests(varnish, () => correct('USD'))
    const watches = ['/api/exchange-rate/current/USD', '/rates/USD'].map((path) =>
      watchRate(cache, path),
    )
    for (let count = 0; count < CORRECTIONS; count++) {
      const rate = await correct('USD')
      for (const watch of watches) watch.acknowledged(rate)
      await pause(400 + Math.random() * 300)
    }
    // An old answer that came back into the cache would show.
    await pause(MAX_STALE_MS)
    const seen = columns(await Promise.all(watches.map((watch) => watch.stop())))
    const outages = await killAfterCorrections(server, cache, correct)
    return [
      check('origin requests of 10 000', perTenThousand, '', { atMost: 5 }),
      check('an old rate after a correction', seen.staleMs, 'ms', STALE),
      figure('reads by one reader meanwhile', seen.read, ''),
      check('an old rate after a start that followed a kill', outages.staleMs, 'ms', STALE),
      none(`of ${outages.sent} public reads not served with the server stopped`, outages.failed),
      holds('nothing of a user is in the cache', isPrivate),
    ]
  },
}

/**
 * Enters rates through the cache, each above the one before; resolves to the rate once it is
 * acknowledged.
 */
type Correct = (currency: string) => Promise<number>

function correctionsBy({ headers }: User, cache: HttpClient): Correct {
  let cents = 30_000
  return async (base_currency) => {
    const rate = ++cents / 100
    const entry = { date: day, base_currency, target_currency: 'LKR', rate }
    const response = await cache.post('/api/exchange-rate/manual', entry, headers)
    if (!isServed(response)) throw new Error(`${response.status}: ${response.body}`)
    return rate
  }
}

/**
 * Reads a page or an answer all the time, and finds how long it goes on with an old rate. Each rate
 * is above the one before.
 */
function watchRate(cache: HttpClient, path: string) {
  const pattern = new RegExp(`"date":"${day}","rate":([\\d.]+)`)
  /**
   * How long after a rate was acknowledged a request still got an older one, in ms, at most; and
   * the responses so far.
   */
  const found = { staleMs: 0, read: 0 }
  let newest = { rate: 0, at: 0 }
  const reading = repeat(1, async () => {
    const [sent, before] = [performance.now(), newest]
    const { status, body } = await cache.call({ path })
    const rate = Number(pattern.exec(body)?.[1])
    if (status !== 200 || Number.isNaN(rate))
      throw new Error(`${path} answered ${status} without the rate`)
    found.read++
    if (rate < before.rate) found.staleMs = Math.max(found.staleMs, sent - before.at)
    await pause(5)
  })
  return {
    /** A rate has been acknowledged just now. */
    acknowledged: (rate: number) => void (newest = { rate, at: performance.now() }),
    async stop() {
      await reading.stop()
      return found
    },
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

/**
 * How many of 10 000 reads reach the server, the first of each path included, while a rate is
 * corrected.
 */
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

/**
 * Kills the server as soon as a correction is acknowledged, reads everything while it is away, and
 * starts it again.
 */
async function killAfterCorrections(server: Server, cache: HttpClient, correct: Correct) {
  const found = { sent: 0, failed: 0, staleMs: [] as number[] }
  for (let count = 0; count < KILLS; count++) {
    const rate = await correct('USD')
    await server.kill()
    // Before and after the cache has noticed.
    const end = performance.now() + 4000
    while (performance.now() < end) {
      for (const path of paths) {
        found.sent++
        if ((await cache.call({ path })).status !== 200) found.failed++
      }
      await pause(20)
    }
    await server.start()
    const watch = watchRate(cache, '/api/exchange-rate/current/USD')
    watch.acknowledged(rate)
    await pause(MAX_STALE_MS + 1000)
    found.staleMs.push((await watch.stop()).staleMs)
  }
  return found
}
