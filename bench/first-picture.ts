import type { Browser } from 'playwright-core'
import { figure, ratios } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { launchBrowser, midRangePhone } from '../harness/browser/built-browser.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { inTurns } from './references/in-turns.ts'
import { serveStaticRates } from './references/static-rates.ts'

const ROUNDS = 15

/**
 * The page of another site that a visitor comes from: any link or search result. A browser gives the next site another
 * process, whatever it answers; from an empty tab only a site that asks to stand apart (Cross-Origin-Opener-Policy) pays for one.
 */
const ELSEWHERE = 'data:text/html,<!doctype html><title>Elsewhere</title><p>Elsewhere'

interface Pictures {
  /** When a rate stood in a painted table, in ms after the navigation began. */
  readonly readable: number
  /** When the form answers; undefined where the page has none. */
  readonly interactive: number | undefined
  readonly shift: number
}

/** When the rates can be read on `/rates`, in a slowed browser with nothing kept, against static pages with the same text. */
export const firstPicture: Scenario = {
  title:
    'first picture: /rates in Chromium, 150 ms round trip, 1.6 Mbit/s, processor ÷ 4, nothing kept from before',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 60 })
    const browser = await launchBrowser(scope)
    const product = await environment.server()
    const still = await serveStaticRates(scope, browser, product.url)
    const contenders = {
      product: () => look(browser, `${product.url}/rates`),
      page: () => look(browser, still.page.url),
      tables: () => look(browser, still.tables.url),
    }
    const seen = await inTurns(contenders, ROUNDS)
    const readable = (pictures: readonly Pictures[]) => pictures.map((each) => each.readable)
    const [own, page, tables] = [readable(seen.product), readable(seen.page), readable(seen.tables)]
    return [
      figure('readable: product / static page', ratios(own, page), '×', { atMost: 1.1 }),
      figure('readable: product / tables alone', ratios(own, tables), '×'),
      figure('readable: product', own, 'ms'),
      figure('readable: static page', page, 'ms'),
      figure('readable: tables alone', tables, 'ms'),
      figure(
        'the form answers',
        seen.product.map(({ interactive = Infinity }) => interactive),
        'ms',
        { atMost: 1000 },
      ),
      figure(
        'layout shift',
        seen.product.map(({ shift }) => shift),
        '',
        { atMost: 0 },
      ),
    ]
  },
}

/** Runs in the page from before its first byte. A frame is painted by the first task after its animation frames. */
const WATCH = `
  window.seen = { readable: undefined, interactive: undefined, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const cell = [...document.querySelectorAll('table td')].find((each) => /\\d\\.\\d{4}/.test(each.innerText))
    if (cell && cell.getClientRects().length > 0 && window.seen.readable === undefined) {
      window.seen.readable = Infinity
      const channel = new MessageChannel()
      channel.port1.onmessage = () => (window.seen.readable = performance.now())
      channel.port2.postMessage(null)
    }
    if (document.documentElement.dataset.hydrated !== undefined) window.seen.interactive ??= performance.now()
    if (performance.now() < 6000 && (window.seen.readable === undefined || window.seen.interactive === undefined)) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

async function look(browser: Browser, url: string): Promise<Pictures> {
  const { context, page } = await midRangePhone(browser, ELSEWHERE)
  await page.addInitScript(WATCH)
  await page.goto(url)
  await page.waitForTimeout(1800)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Pictures }).seen)
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  )
  await context.close()
  return { ...seen, readable: Math.max(seen.readable, painted) }
}
