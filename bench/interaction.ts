import type { Page } from 'playwright-core'
import { figure, percentile, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { keepSignedIn, launchBrowser, midRangePhone } from '../harness/browser/built-browser.ts'
import { startEnvironment } from '../harness/database/environment.ts'

const ROUNDS = 8
const MAX_MS = 100
const MAX_TASK_MS = 200
/** The browser reports no shorter events. */
const SHORTEST_MS = 16
const SETTLING_MS = 5000

type Press = (page: Page, round: number) => Promise<unknown>

const PRESSES: readonly [name: string, at: string, press: Press][] = [
  ['a key in the converter', '/', (page) => page.locator('main input[name=amount]').press('5')],
  [
    'another currency',
    '/rates',
    (page, round) => page.getByLabel('Base currency').press(round % 2 ? 'ArrowUp' : 'ArrowDown'),
  ],
  ['another day', '/rates', (page) => page.getByLabel('Date', { exact: true }).press('ArrowDown')],
  [
    'another period',
    '/rates/USD',
    (page, round) =>
      page.getByRole('link', { name: round % 2 ? '90 days' : '1 year', exact: true }).click(),
  ],
  [
    'the chart, pointed at',
    '/rates/USD?period=1y',
    async (page, round) => {
      const box = await page.getByRole('slider').boundingBox()
      if (!box) throw new Error('There is no chart')
      const y = box.y + box.height / 2
      await page.mouse.move(box.x + 20, y)
      await page.mouse.down()
      await page.mouse.move(box.x + 40 + round * 20, y, { steps: 10 })
      await page.mouse.up()
    },
  ],
  [
    'Save on the grid of a day',
    '/enter',
    async (page, round) => {
      await page.getByLabel('USD Indicative').fill(`30${round % 5}.25`)
      await page.getByRole('button', { name: /^Save/ }).click()
      await page.waitForTimeout(1500)
      await page.keyboard.press('Escape')
    },
  ],
  [
    'a dialog that opens',
    '/manage',
    async (page) => {
      for (const name of [/^Actions for /, /^Edit /])
        await page.getByRole('button', { name }).first().click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
    },
  ],
]
const SIGNED_IN = ['/enter', '/manage']

export const interaction: Scenario = {
  title: 'from a press to the next picture: Chromium, 400 days of rates, processor ÷ 4',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 400 })
    const browser = await launchBrowser(scope)
    const user = await environment.user()
    await environment.enterRate(user, 301.25)
    const { url } = await environment.server()
    const figures: Figure[] = []
    for (const [name, at, press] of PRESSES) {
      const { context, page } = await midRangePhone(browser)
      if (SIGNED_IN.includes(at)) await keepSignedIn(context, user)
      await page.goto(url + at)
      await page.waitForTimeout(SETTLING_MS)
      await page.evaluate(WATCH)
      for (let round = 0; round < ROUNDS; round++) {
        await press(page, round)
        await page.waitForTimeout(300)
      }
      const seen = await page.evaluate<{ durations: number[]; longest: number }>('window.seen')
      const { durations, longest } = seen
      const slowest = durations.length > 0 ? percentile(durations, 0.98) : SHORTEST_MS
      figures.push(
        figure(`${name}: p98 of ${durations.length}`, slowest, 'ms', { atMost: MAX_MS }),
        figure(`${name}: longest task`, longest, 'ms', { atMost: MAX_TASK_MS }),
      )
      await context.close()
    }
    return figures
  },
}

/** A string, because it runs in the browser. */
const WATCH = `
  window.seen = { durations: [], longest: 0 }
  new PerformanceObserver((list) => list.getEntries().forEach(({ interactionId, duration }) => {
    if (interactionId) seen.durations.push(duration)
  })).observe({ type: 'event', durationThreshold: ${SHORTEST_MS} })
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => {
    seen.longest = Math.max(seen.longest, duration)
  })).observe({ type: 'longtask' })
  undefined`
