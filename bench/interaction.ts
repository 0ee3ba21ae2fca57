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

interface Press {
  readonly name: string
  readonly at: string
  readonly signedIn?: true
  readonly press: (page: Page, round: number) => Promise<unknown>
}

const PRESSES: readonly Press[] = [
  {
    name: 'a key in the converter',
    at: '/',
    press: (page) => page.locator('main input[name=amount]').press('5'),
  },
  {
    name: 'another currency',
    at: '/rates',
    press: (page, round) =>
      page.getByLabel('Base currency').press(round % 2 ? 'ArrowUp' : 'ArrowDown'),
  },
  {
    name: 'another day',
    at: '/rates',
    press: (page) => page.getByLabel('Date', { exact: true }).press('ArrowDown'),
  },
  {
    name: 'another period',
    at: '/rates/USD',
    press: (page, round) =>
      page.getByRole('link', { name: round % 2 ? '90 days' : '1 year', exact: true }).click(),
  },
  {
    name: 'the chart, pointed at',
    at: '/rates/USD?period=1y',
    press: async (page, round) => {
      const box = await page.getByRole('slider').boundingBox()
      if (!box) throw new Error('There is no chart')
      const y = box.y + box.height / 2
      await page.mouse.move(box.x + 20, y)
      await page.mouse.down()
      await page.mouse.move(box.x + 40 + round * 20, y, { steps: 10 })
      await page.mouse.up()
    },
  },
  {
    name: 'Save on the grid of a day',
    at: '/enter',
    signedIn: true,
    press: async (page, round) => {
      await page.getByLabel('USD Indicative').fill(`30${round % 5}.25`)
      await page.getByRole('button', { name: /^Save/ }).click()
      await page.waitForTimeout(1500)
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'a dialog that opens',
    at: '/manage',
    signedIn: true,
    press: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
    },
  },
]

export const interaction: Scenario = {
  title: 'from a press to the next picture: Chromium, 400 days of rates, processor ÷ 4',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 400 })
    const browser = await launchBrowser(scope)
    const user = await environment.user()
    await environment.enterRate(user, 301.25)
    const { url } = await environment.server()
    const figures: Figure[] = []
    for (const { name, at, signedIn, press } of PRESSES) {
      const { context, page } = await midRangePhone(browser)
      if (signedIn) await keepSignedIn(context, user)
      await page.goto(url + at)
      await page.waitForTimeout(SETTLING_MS)
      await page.evaluate(WATCH)
      for (let round = 0; round < ROUNDS; round++) {
        await press(page, round)
        await page.waitForTimeout(300)
      }
      const { durations, longest } = await page.evaluate<Seen>('window.seen')
      const slowest = durations.length > 0 ? percentile(durations, 0.98) : SHORTEST_MS
      figures.push(
        figure(`${name}: p98 of ${durations.length}`, slowest, 'ms', {
          atMost: MAX_MS,
        }),
        figure(`${name}: longest task`, longest, 'ms', { atMost: MAX_TASK_MS }),
      )
      await context.close()
    }
    return figures
  },
}

interface Seen {
  readonly durations: readonly number[]
  readonly longest: number
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
