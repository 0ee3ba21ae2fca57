import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { LANGUAGES, splitLanguage } from '../contract/language.ts'
import { check, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { listScreens } from '../harness/browser/screens.ts'
import { keepSignedIn, launchBrowser } from '../harness/browser/built-browser.ts'
import { startTcpProxy, toPort } from '../harness/process/tcp-proxy.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import type { User } from '../harness/users/open-sessions.ts'

type Parts = Readonly<Record<string, number>>

/** In KB (1000 bytes). */
const LIMITS = { everyone: 106, 'signed-out': 106, 'signed-in': 120 } as const
const LIMITS_OF_PATHS: Readonly<Record<string, number>> = {
  '/': 110,
  '/alerts': 108,
  '/rates/:currency': 116,
  '/import': 125,
  '/check': 125,
}
/** Sinhala and Tamil letters have three bytes. */
const MORE_IN_OTHER_LANGUAGES = 5
const AFTER = { ms: 10_000, kilobytes: 20, requests: 10 } as const
const QUIET_MS = 1000

export const firstLoad: Scenario = {
  title:
    'first load: brotli bytes of all scripts and styles that a browser loads for a screen, styles in the page included',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 60 })
    const browser = await launchBrowser(scope)
    const server = await environment.server()
    const user = await environment.user()
    const figures: Figure[] = []
    for (const { at, path, access } of await measuredScreens()) {
      const as = access === 'signed-in' ? user : undefined
      const parts = await load(browser, server.url, at, as)
      const largest = Object.entries(parts).toSorted(([, a], [, b]) => b - a)
      const total = largest.reduce((sum, [, bytes]) => sum + bytes, 0)
      const detail = largest.map(([name, bytes]) => `${name}: ${bytes} bytes`).join('\n  ')
      const inEnglish = LIMITS_OF_PATHS[path] ?? LIMITS[access]
      const { language } = splitLanguage(at)
      const atMost = language === 'en' ? inEnglish : inEnglish + MORE_IN_OTHER_LANGUAGES
      figures.push(check(at, total / 1000, 'KB', { atMost }, detail))
    }
    figures.push(...(await loadAfterwards(browser, server.url)))
    return figures
  },
}

async function measuredScreens() {
  const newest = new Date()
  while ([0, 6].includes(newest.getUTCDay())) newest.setUTCDate(newest.getUTCDate() - 1)
  const date = newest.toISOString().slice(0, 10)
  const listed = LANGUAGES.map(async (language) =>
    (await listScreens(language, date)).filter(({ isWork }) => language === 'en' || !isWork),
  )
  return (await Promise.all(listed)).flat()
}

async function load(
  browser: Browser,
  origin: string,
  address: string,
  user?: User,
): Promise<Parts> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  if (user) await keepSignedIn(context, user)
  const page = await context.newPage()
  const parts: Record<string, number> = {}
  let lastAt = performance.now()
  page.on('request', () => (lastAt = performance.now()))
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url())
    if (!/\.(js|css)$/.test(pathname)) return
    lastAt = performance.now()
    const bytes = (await request.sizes()).responseBodySize
    // Two parts may have one name but for the hash.
    parts[nameOf(pathname)] = (parts[nameOf(pathname)] ?? 0) + bytes
  })
  await page.goto(origin + address)
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100)
  const shown = new URL(page.url()).pathname
  if (shown !== address) throw new Error(`${address} led to ${shown}`)
  const html = (await (await page.request.get(origin + address)).body()).toString()
  const bare = html.replace(/<style[^>]*>[^]*?<\/style>/, '')
  parts['styles in the page'] = brotliSize(html) - brotliSize(bare)
  await context.close()
  return parts
}

/** Counted on the wire, because the browser does not report the requests of the service worker. */
async function loadAfterwards(browser: Browser, origin: string): Promise<Figure[]> {
  let [bytes, requests, isCounting] = [0, 0, false]
  const connect = toPort(Number(new URL(origin).port))
  const line = await startTcpProxy(() =>
    connect().on('data', (data: Buffer) => {
      if (!isCounting) return
      bytes += data.length
      requests += data.toString('latin1').split('HTTP/1.1 ').length - 1
    }),
  )
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${line.port}/rates`)
  await page.locator('html[data-hydrated]').waitFor()
  isCounting = true
  await page.waitForTimeout(AFTER.ms)
  await context.close()
  await line.close()
  return [
    check('/rates, ten seconds after', bytes / 1000, 'KB', { atMost: AFTER.kilobytes }),
    check('/rates, ten seconds after', requests, 'requests', { atMost: AFTER.requests }),
  ]
}

const nameOf = (path: string) =>
  path.slice(path.lastIndexOf('/') + 1).replace(/-[\w-]{8}(\.\w+)$/, '$1')

function brotliSize(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}
