import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { figure, ratios, type Figure, type Measurement } from './figure.ts'
import { builtPages, launchBrowser, middlingTelephone } from '../harness/browser/built-browser.ts'
import { signInSomeone, type User } from '../harness/users/sign-in-someone.ts'
import { fillWithRates, startEnvironment, type Environment } from '../harness/database/environment.ts'

const ROUNDS = 5
/** How long someone points at a link before pressing it: enough for its code and data on this line. */
const POINTING_MS = 900

/** How long a page has to come to rest before anyone leaves it. */
const SETTLING_MS = 2000

interface Journey {
  readonly from: string
  readonly to: string
  /** A text of the next screen that only its data brings. */
  readonly data: RegExp
  readonly signedIn?: true
}

const JOURNEYS: readonly Journey[] = [
  { from: '/rates', to: '/', data: /\d\.\d{4}/ },
  { from: '/rates', to: '/rates/USD', data: /\d\.\d{4}/ },
  { from: '/rates', to: '/login', data: /Email address/ },
  { from: '/dashboard', to: '/manage', data: /301\.2500/, signedIn: true },
  { from: '/dashboard', to: '/auditlog', data: /entries|entry/, signedIn: true },
]

interface Arrival {
  /** Frames that were drawn after the press until heading and data stood there; the first one is 1. */
  readonly headingFrames: number
  readonly dataFrames: number
  readonly dataMs: number
  /** Calls of the API and files that the press itself set off, until the data stood there. */
  readonly requests: number
}

/** From one screen to the next: a link that was pointed at, one that was not, and the browser's own way of loading a page. */
export async function measure(): Promise<Measurement> {
  await builtPages()
  await using environment = await startEnvironment()
  await using browser = await launchBrowser()
  await fillWithRates(environment, 60)
  const user = await signInSomeone(environment)
  await enterSomething(environment, user)
  const { url } = await environment.server()
  const figures: Figure[] = []
  for (const journey of JOURNEYS) {
    const [pointed, pressed, loaded]: [Arrival[], Arrival[], number[]] = [[], [], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const first = await travel(browser, url, journey, user, POINTING_MS)
      const second = await travel(browser, url, journey, user, 0)
      const third = await loadAnew(browser, url, journey, user)
      if (round === 0) continue
      pointed.push(first)
      pressed.push(second)
      loaded.push(third)
    }
    figures.push(...figuresOf(`${journey.from} → ${journey.to}`, pointed, pressed, loaded))
  }
  return {
    title: 'From screen to screen: Chromium, 150 ms round trip, 1.6 Mbit/s, processor ÷ 4',
    figures,
    notes: [
      `Pointed at: for ${POINTING_MS} ms before the press. At once: pressed without pointing. Anew: the same address typed into the`,
      'address bar, with everything kept that the browser keeps.',
    ],
  }
}

function figuresOf(
  what: string,
  pointed: readonly Arrival[],
  pressed: readonly Arrival[],
  loaded: readonly number[],
): Figure[] {
  const of = (arrivals: readonly Arrival[], field: keyof Arrival) => arrivals.map((each) => each[field])
  return [
    figure(`${what}, pointed at: frames to the screen`, of(pointed, 'headingFrames'), '', { atMost: 1 }),
    figure(`${what}, pointed at: frames to its data`, of(pointed, 'dataFrames'), '', { atMost: 1 }),
    figure(`${what}, pointed at: requests of the press`, of(pointed, 'requests'), '', { atMost: 0 }),
    figure(`${what}, pointed at: time to its data`, of(pointed, 'dataMs'), 'ms'),
    figure(`${what}, at once: time to its data`, of(pressed, 'dataMs'), 'ms'),
    figure(`${what}: at once / anew`, ratios(of(pressed, 'dataMs'), loaded), '×'),
  ]
}

/** Counts frames from the next press on. Text, not a function: it runs in the browser and knows nothing of this module. */
const watch = ({ data }: Journey) => `
  window.arrival = new Promise((arrived) => addEventListener('click', () => {
    const seen = { headingFrames: 0, dataFrames: 0, dataMs: 0, requests: 0 }
    const begin = performance.now()
    const heading = () => document.querySelector('h1')?.innerText
    const before = heading()
    let frames = 0
    const look = () => {
      frames++
      const main = document.querySelector('main') ?? document.body
      if (!seen.headingFrames && heading() !== undefined && heading() !== before) seen.headingFrames = frames
      if (seen.headingFrames && ${String(data)}.test(main.innerText)) {
        seen.dataFrames = frames
        seen.dataMs = performance.now() - begin
        seen.requests = performance.getEntriesByType('resource').filter((each) => each.startTime >= begin && /assets|api/.test(each.name) && !/stream/.test(each.name)).length
        arrived(seen)
      } else if (performance.now() - begin > 8000) arrived(undefined)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, { capture: true, once: true }))
  undefined // or the promise itself would be waited for`

async function travel(
  browser: Browser,
  url: string,
  journey: Journey,
  user: User,
  pointingMs: number,
): Promise<Arrival> {
  const { context, page } = await middlingTelephone(browser)
  await enter(context, url, journey, user)
  await page.goto(url + journey.from)
  await page.waitForTimeout(SETTLING_MS)
  const link = page.locator(`a[href="${journey.to}"]:visible`).first()
  await link.scrollIntoViewIfNeeded({ timeout: 5000 })
  const box = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.evaluate(watch(journey))
  if (pointingMs > 0) {
    await page.mouse.move(...at)
    await page.waitForTimeout(pointingMs)
  }
  await page.mouse.click(...at)
  const arrival = await page.evaluate<Arrival | undefined>('window.arrival')
  if (!arrival) throw new Error(`${journey.from} never became ${journey.to}`)
  await context.close()
  return arrival
}

/** How long the same screen takes as a page of its own, in ms. */
async function loadAnew(browser: Browser, url: string, journey: Journey, user: User): Promise<number> {
  const { context, page } = await middlingTelephone(browser)
  await enter(context, url, journey, user)
  await page.goto(url + journey.from)
  await page.waitForTimeout(SETTLING_MS)
  await page.goto(url + journey.to, { waitUntil: 'commit' })
  const ms = await page.evaluate(`new Promise((arrived) => {
    const look = () => ${String(journey.data)}.test(document.querySelector('main')?.innerText ?? '')
      ? arrived(performance.now()) : setTimeout(look, 4)
    look()
  })`)
  await context.close()
  return ms as number
}

async function enter(
  context: Awaited<ReturnType<typeof middlingTelephone>>['context'],
  url: string,
  { signedIn }: Journey,
  { token, email }: User,
): Promise<void> {
  if (!signedIn) return
  await context.addInitScript(`if (location.origin === ${JSON.stringify(url)}) {
    localStorage.setItem('auth_token', ${JSON.stringify(token)}); localStorage.setItem('auth_email', ${JSON.stringify(email)}) }`)
}

/** One entry and one line of the trail, so that these screens have something to show. */
async function enterSomething(environment: Environment, { id }: User): Promise<void> {
  await sql`INSERT INTO manual_rate (currency, date, rate, created_at, created_by, updated_at, updated_by)
    VALUES ('USD', (now() AT TIME ZONE 'Asia/Colombo')::date, 301.25, now(), ${id}, now(), ${id})`.execute(
    environment.owner,
  )
}
