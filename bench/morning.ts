import { storeFacts } from '../harness/database/store-facts.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { builtPages } from '../harness/browser/built-browser.ts'
import { requirePackages } from '../harness/database/debian.ts'
import { startEnvironment, type Environment } from '../harness/database/environment.ts'
import type { HttpClient } from '../harness/load/http-client.ts'
import { startVarnish } from '../harness/process/proxies.ts'
import { columns, figure, percentile } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'

/** 100 000 visitors in ten minutes. */
const PER_SECOND = 100_000 / 600
const SECONDS = 30
const VISITORS = Math.round(PER_SECOND * SECONDS)
/** As often as each stands here; nobody has anything kept from before. */
const PAGES = ['/', '/rates', '/', '/rates/USD', '/rates', '/rates/GBP', '/', '/periods/USD']
/** As many as a browser opens to one server. */
const CONNECTIONS = 6
const GZIP = { 'accept-encoding': 'gzip' }

interface Page {
  readonly path: string
  /** What the page loads. */
  readonly assets: readonly string[]
  /** Of the page and its assets as they are sent. */
  readonly bytes: number
}

interface Visit {
  /** Until the page was there, in ms. */
  readonly page: number
  /** Until everything was. */
  readonly all: number
  readonly failed: boolean
}

/**
 * The morning on which everyone looks: pages with all their files through the cache, at the rate of
 * the real thing.
 */
export const morning: Scenario = {
  title: `a national morning: ${VISITORS} visitors in ${SECONDS} s, as 100 000 in ten minutes, through Varnish (deploy/varnish.vcl); one correction in the middle`,
  async run(scope) {
    requirePackages('varnish', 'varnish-modules')
    await builtPages()
    const environment = await startEnvironment(scope, { days: 400 })
    const { server, varnish, client } = await startVarnish(
      scope,
      (env) => environment.server(env),
      256,
    )
    const pages = await Promise.all(PAGES.map((path) => pageAt(client, path)))
    const usage = async () => ({
      origin: varnish.originRequests(),
      cache: varnish.cpuSeconds(),
      server: (await server.usage()).cpu,
    })
    const before = await usage()
    const visits = await visitAll(client, pages, environment)
    const after = await usage()
    const requests =
      pages.reduce((sum, { assets }) => sum + 1 + assets.length, 0) * (VISITORS / PAGES.length)
    const origin = ((after.origin - before.origin) / requests) * 10_000
    const cacheCpu = (after.cache - before.cache) / VISITORS
    const serverCpu = (after.server - before.server) / 1e6 / SECONDS
    const kilobytes = pages.reduce((sum, { bytes }) => sum + bytes, 0) / PAGES.length / 1024
    const millionPerSecond = 1_000_000 / 600
    const { page, all, failed } = columns(visits)
    return [
      figure('visits that failed', failed.filter(Boolean).length, '', { atMost: 0 }),
      figure('origin requests of 10 000', origin, '', { atMost: 5 }),
      figure('the page is there, half of the visits', percentile(page, 0.5), 'ms'),
      figure('the page is there, 99 of 100', percentile(page, 0.99), 'ms'),
      figure('everything is there, 99 of 100', percentile(all, 0.99), 'ms'),
      figure('the cache, CPU of a visit', cacheCpu * 1e6, 'µs'),
      figure('the server, share of a core', serverCpu * 100, '%'),
      figure('a visit', kilobytes, 'KB'),
      `A million in ten minutes: ${(cacheCpu * millionPerSecond).toFixed(1)} cores of the cache and ${((kilobytes * 8 * millionPerSecond) / 1e6).toFixed(1)} Gbit/s; the server has no more to do than now.`,
      'Who asks works on the same cores as cache, server and PostgreSQL. Streams of live changes are not among the requests.',
    ]
  },
}

/** Opens a page as the first visitor, and finds what it loads. */
async function pageAt(client: HttpClient, path: string): Promise<Page> {
  const { body } = await client.call({ path })
  const scripts = /data-scripts="([^"]+)"/.exec(body)?.[1]?.split(' ') ?? []
  if (scripts.length === 0) throw new Error(`${path} names no scripts`)
  const assets = [...scripts, '/manifest.webmanifest', '/icon-192.png']
  let bytes = 0
  for (const each of [path, ...assets]) {
    // Twice: only what is in the cache is sent with its length.
    await client.call({ path: each, headers: GZIP })
    const { headers } = await client.call({ path: each, headers: GZIP })
    bytes += Number(headers['content-length'])
  }
  return { path, assets, bytes }
}

/**
 * Lets visitors come at their rate, however long the ones before take, and corrects a rate in the
 * middle.
 */
async function visitAll(
  client: HttpClient,
  pages: readonly Page[],
  environment: Environment,
): Promise<Visit[]> {
  const visits: Promise<Visit>[] = []
  const begun = performance.now()
  const correction = pause((SECONDS / 2) * 1000).then(() =>
    storeFacts(
      environment.owner,
      `SELECT currency, kind, source, publisher, date, rate + 0.01 AS rate FROM live_fact
       WHERE currency = 'USD' AND date = (SELECT max(date) FROM live_fact WHERE source = 'feed')`,
    ),
  )
  while (visits.length < VISITORS) {
    const due = Math.min(VISITORS, ((performance.now() - begun) / 1000) * PER_SECOND)
    while (visits.length < due) visits.push(visit(client, pages[visits.length % pages.length]!))
    await pause(5)
  }
  await correction
  return Promise.all(visits)
}

async function visit(client: HttpClient, { path, assets }: Page): Promise<Visit> {
  const begun = performance.now()
  const isServed = async (url: string) =>
    (await client.attempt({ path: url, headers: GZIP })).status === 200
  const first = await isServed(path)
  const page = performance.now() - begun
  const served = await pLimit(CONNECTIONS).map(assets, isServed)
  return { page, all: performance.now() - begun, failed: !first || served.includes(false) }
}
