import type { Browser } from 'playwright-core'
import { columns, figure, ratios } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { launchBrowser, midRangePhone } from '../harness/browser/built-browser.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { inTurns } from './references/in-turns.ts'
import { serveStaticRates } from './references/static-rates.ts'

const ROUNDS = 15

/**
 * The page of another site that a visitor comes from: any link or search result. A browser gives
 * the next site another process, whatever it answers; from an empty tab only a site that asks to
 * stand apart (Cross-Origin-Opener-Policy) pays for one.
 */
const ELSEWHERE = 'data:text/html,<!doctype html><title>Elsewhere</title><p>Elsewhere'

interface Pictures {
  /** When a rate stood in a painted table, in ms after the navigation began. */
  readonly readable: number
  /** When the form answers; Infinity where the page has none. */
  readonly interactive: number
}

/**
 * When the rates can be read on `/rates`, in a slowed browser with nothing kept, against a static
 * page with the same text.
 */
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
      page: () => look(browser, still.url),
    }
    const seen = await inTurns(contenders, ROUNDS)
    const [own, page] = [columns(seen.product), columns(seen.page)]
    return [
      figure('readable: product / static page', ratios(own.readable, page.readable), '×', {
        atMost: 1.1,
      }),
      figure('readable: product', own.readable, 'ms'),
      figure('readable: static page', page.readable, 'ms'),
      figure('the form answers', own.interactive, 'ms', { atMost: 1000 }),
    ]
  },
}

/**
 * Runs in the page from before its first byte. A frame is painted by the first task after its
 * animation frames.
 */
const WATCH = `
  window.seen = { readable: Infinity, interactive: Infinity }
  let isShown = false
  const look = () => {
    const cell = [...document.querySelectorAll('table td')].find((each) => /\\d\\.\\d{4}/.test(each.innerText))
    if (!isShown && cell && cell.getClientRects().length > 0) {
      isShown = true
      const channel = new MessageChannel()
      channel.port1.onmessage = () => (window.seen.readable = performance.now())
      channel.port2.postMessage(null)
    }
    if (document.documentElement.dataset.hydrated !== undefined && window.seen.interactive === Infinity) window.seen.interactive = performance.now()
    if (performance.now() < 6000 && Object.values(window.seen).includes(Infinity)) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

async function look(browser: Browser, url: string): Promise<Pictures> {
  const { context, page } = await midRangePhone(browser, ELSEWHERE)
  await page.addInitScript(WATCH)
  await page.goto(url)
  await page.waitForTimeout(1800)
  const seen = await page.evaluate<Pictures>('window.seen')
  const painted = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity`,
  )
  await context.close()
  return { ...seen, readable: Math.max(seen.readable, painted) }
}
