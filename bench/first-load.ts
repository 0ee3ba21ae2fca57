import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser } from 'playwright-core'
import type { ScreenInfo } from '../contract/page-data.ts'
import { check } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { listScreens } from '../harness/browser/screens.ts'
import { keepSignedIn, launchBrowser } from '../harness/browser/built-browser.ts'
import { startEnvironment, type User } from '../harness/database/environment.ts'

/** Bytes of each part of a screen, by its name without the hash of its content. */
type Parts = Readonly<Record<string, number>>

interface Budget {
  /** Screen → KB (1000 bytes). */
  readonly limits: Readonly<Record<string, number>>
  /** Screen → what it loaded when this was written down. */
  readonly parts: Readonly<Record<string, Parts>>
}

const BUDGET_FILE = join(import.meta.dirname, 'first-load-budget.json')
/** A screen is there when nothing has been asked for during this long. */
const QUIET_MS = 1000

/** The compressed scripts and styles that a browser really loads for each screen, with nothing kept from before. */
export const firstLoad: Scenario = {
  title:
    'first load: brotli bytes of all scripts and styles that a browser loads for a screen, styles in the page included',
  async run(scope) {
    const budget = JSON.parse(await readFile(BUDGET_FILE, 'utf8')) as Budget
    const environment = await startEnvironment(scope, { days: 60 })
    const browser = await launchBrowser(scope)
    const server = await environment.server()
    const user = await environment.user()
    const loaded: Record<string, Parts> = {}
    for (const [screen, access] of await allScreens(budget))
      loaded[screen] = await load(browser, server.url, screen, access === 'signed-in' ? user : undefined)
    if (process.argv.includes('--write-budget'))
      await writeFile(BUDGET_FILE, JSON.stringify({ ...budget, parts: loaded }, null, 2) + '\n')
    return Object.entries(loaded).map(([screen, parts]) => {
      const detail = growth(parts, budget.parts[screen]).join('\n  ')
      return check(screen, sum(parts) / 1000, 'KB', { atMost: budget.limits[screen] ?? 0 }, detail)
    })
  },
}

/** Every screen, and every other path that has a limit: a new screen without a limit is over it. */
async function allScreens(budget: Budget): Promise<Map<string, ScreenInfo['access']>> {
  const listed = (await listScreens()).filter(({ path }) => path !== '*')
  return new Map([
    ...Object.keys(budget.limits).map((path) => [path, 'everyone'] as const),
    ...listed.map(({ path, access }) => [path, access] as const),
  ])
}

/** An address of a screen. */
function addressOf(screen: string): string {
  const newest = new Date()
  while ([0, 6].includes(newest.getUTCDay())) newest.setUTCDate(newest.getUTCDate() - 1)
  return screen.replace(':currency', 'USD').replace(':date', newest.toISOString().slice(0, 10))
}

async function load(browser: Browser, origin: string, screen: string, user?: User): Promise<Parts> {
  const address = addressOf(screen)
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
  if (shown !== address) throw new Error(`${screen} led to ${shown}`)
  const html = (await (await page.request.get(origin + address)).body()).toString()
  const bare = html.replace(/<style[^>]*>[^]*?<\/style>/, '')
  parts['styles in the page'] = brotliSize(html) - brotliSize(bare)
  await context.close()
  return parts
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/-[\w-]{8}(\.\w+)$/, '$1')

function brotliSize(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

/** What is larger than when the budget was written down, or was not there then; all parts where nothing grew. */
function growth(now: Parts, before: Parts = {}): string[] {
  const lines = Object.entries(now).map(([name, bytes]) => ({
    name,
    bytes,
    more: bytes - (before[name] ?? 0),
  }))
  const grown = lines.filter(({ more }) => more > 0)
  return (grown.length > 0 ? grown : lines)
    .toSorted((a, b) => b.more - a.more)
    .map(({ name, bytes, more }) => `${name}: ${bytes} bytes, ${more} more than when the budget was written`)
}

const sum = (parts: Parts) => Object.values(parts).reduce((total, bytes) => total + bytes, 0)
