import type { Browser, Page } from 'playwright-core'
import { columns, differences, figure, ratios, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { launchBrowser, midRangePhone } from '../harness/browser/built-browser.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import { until } from '../harness/until.ts'
import type { User } from '../harness/users/open-sessions.ts'

const ROUNDS = 2
const POINTING_MS = 900
const READING_MS = 4000

interface Journey {
  readonly from: string
  readonly to: string
  readonly data: RegExp
  readonly signedIn?: true
  /** A choice on the page: no other screen. */
  readonly isChoice?: true
}

const JOURNEYS: readonly Journey[] = [
  { from: '/rates', to: '/', data: /\d\.\d{4}/ },
  { from: '/rates', to: '/rates/USD', data: /\d\.\d{4}/ },
  { from: '/', to: '/rates', data: /Historical Rates/ },
  { from: '/rates', to: '/periods', data: /\d\.\d{4}/ },
  { from: '/rates', to: '/alerts', data: /Email address/ },
  { from: '/rates', to: '/login', data: /Email address/ },
  { from: '/rates/USD', to: '/rates/GBP', data: /40\d\.\d{4}/, isChoice: true },
  { from: '/dashboard', to: '/manage', data: /301\.2500/, signedIn: true },
  { from: '/dashboard', to: '/auditlog', data: /entries|entry/, signedIn: true },
]

interface Arrival {
  /** Frames after the press; the first one is 1. */
  readonly headingFrames: number
  readonly dataFrames: number
  readonly dataMs: number
  readonly requests: number
  readonly loadedMs: number
}

export const navigation: Scenario = {
  title: 'from screen to screen: Chromium, 150 ms round trip, 1.6 Mbit/s, processor ÷ 4',
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 60 })
    const browser = await launchBrowser(scope)
    const user = await environment.user()
    await environment.enterRate(user, 301.25)
    const { url } = await environment.server()
    const figures: Figure[] = []
    for (const journey of JOURNEYS) {
      const go = (pointingMs: number) =>
        travel(browser, url, journey, journey.signedIn && user, pointingMs)
      const pointed = await go(POINTING_MS)
      const pressed: Arrival[] = []
      while (pressed.length < ROUNDS) pressed.push(await go(0))
      const { dataMs, loadedMs } = columns(pressed)
      const what = `${journey.from} → ${journey.to}`
      figures.push(
        figure(`${what}, pointed at: frames to the screen`, pointed.headingFrames, '', {
          atMost: 1,
        }),
        figure(`${what}, pointed at: frames to its data`, pointed.dataFrames, '', { atMost: 1 }),
        figure(`${what}, pointed at: requests of the press`, pointed.requests, '', { atMost: 0 }),
        figure(`${what}, at once: time to its data`, dataMs, 'ms'),
        journey.isChoice
          ? figure(`${what}: at once / loaded anew`, ratios(dataMs, loadedMs), '×', { atMost: 1.2 })
          : figure(`${what}: later than loaded anew`, differences(dataMs, loadedMs), 'ms', {
              atMost: 100,
            }),
      )
    }
    return [
      ...figures,
      `Pointed at: for ${POINTING_MS} ms before the press. At once: pressed without pointing. Anew: the same`,
      'address typed into the address bar then, with everything kept that the browser keeps.',
    ]
  },
}

/** A string, because it runs in the browser: here, and in the document that a press may load. */
const watch = ({ to, data }: Journey) => `{
  const now = () => performance.timeOrigin + performance.now()
  const heading = () => document.querySelector('h1')?.innerText
  const kept = JSON.parse(sessionStorage.getItem('press') ?? 'null')
  const follow = (begin, before) => {
    const seen = { headingFrames: 0, dataFrames: 0, dataMs: 0, requests: 0 }
    let frames = 0
    const check = () => {
      frames++
      const text = document.querySelector('main')?.innerText ?? ''
      if (!seen.headingFrames && heading() !== undefined && heading() !== before) seen.headingFrames = frames
      if (seen.headingFrames && ${String(data)}.test(text)) {
        seen.dataFrames = frames
        seen.dataMs = now() - begin
        const requests = performance.getEntriesByType('resource').filter((each) =>
          performance.timeOrigin + each.startTime >= begin && /assets|api/.test(each.name) && !/stream/.test(each.name))
        seen.requests = requests.length
        sessionStorage.setItem('arrival', JSON.stringify(seen))
      } else requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  }
  if (kept && location.pathname === '${to}') follow(kept.begin, kept.before)
  else addEventListener('click', () => {
    const press = { begin: now(), before: heading() }
    sessionStorage.setItem('press', JSON.stringify(press))
    follow(press.begin, press.before)
  }, { capture: true, once: true })
}`

async function travel(
  browser: Browser,
  url: string,
  journey: Journey,
  as: User | undefined,
  pointingMs: number,
): Promise<Arrival> {
  const { context, page } = await midRangePhone(browser, url + journey.from, as, READING_MS)
  const link = page.locator(`a[href="${journey.to}"]:visible`).first()
  await link.scrollIntoViewIfNeeded({ timeout: 5000 })
  const { x, y, width, height } = (await link.boundingBox())!
  const at = [x + width / 2, y + height / 2] as const
  await page.evaluate(watch(journey))
  await page.addInitScript(watch(journey))
  if (pointingMs > 0) await page.mouse.move(...at)
  await page.waitForTimeout(pointingMs)
  await page.mouse.click(...at)
  const arrival = await arrivalOf(page)
  await page.goto(url + journey.to, { waitUntil: 'commit' })
  const loadedMs = await page.evaluate<number>(`new Promise((arrived) => {
    const check = () => ${String(journey.data)}.test(document.querySelector('main')?.innerText ?? '')
      ? arrived(performance.now()) : setTimeout(check, 4)
    check()
  })`)
  await context.close()
  return { ...arrival, loadedMs }
}

/** Asked from outside: the press may have led to another document. */
async function arrivalOf(page: Page): Promise<Omit<Arrival, 'loadedMs'>> {
  const read = () => page.evaluate<string | null>(`sessionStorage.getItem('arrival')`)
  const found = await until(
    () => `${page.url()} has its data`,
    async () => (await read().catch(() => null)) ?? false,
    { timeoutMs: 15_000, everyMs: 100 },
  )
  return JSON.parse(found) as Omit<Arrival, 'loadedMs'>
}
