import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { dayInColombo, startInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, type Currency } from '../../domain/currency.ts'
import type { Scope } from '../../harness/scope.ts'
import { cbslPage, indicativeRow, ttRow } from '../../server/feeds/cbsl-pages.fixture.ts'
import type { CbslPage } from '../../server/feeds/cbsl-page.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const PAGES: readonly CbslPage[] = ['indicative', 'tt']
const CUT_OFF = 0.01
/** The product's pause between two pages; the simulation advances its clock instead. */
const PAUSE = 30_000

/** Instants in milliseconds since 1970. */
interface PageOfDay {
  readonly published: number
  readonly right: number
  readonly wrong: 'no table' | 'moved point' | 'no selling rate'
  readonly away: { readonly from: number; readonly to: number; readonly retryAfter: boolean }
  readonly corrected: number
}
export type Morning = Readonly<Record<CbslPage, PageOfDay>>

/** mulberry32: numbers from 0 to 1, the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * In a hundred mornings, 85 have their rates within an hour of the fixing at 09:30, twelve within
 * four, one in the afternoon and two never. In a hundred pages, eight are wrong at first, ten
 * unavailable for a time, and five corrected.
 */
export function morningOf(day: CalendarDate, random: () => number): Morning {
  const between = (from: number, to: number) => (from + random() * (to - from)) * MINUTE
  const fixing = startInColombo(day) + 9.5 * HOUR
  const kind = random()
  const late = kind < 0.85 ? between(0, 60) : kind < 0.97 ? between(60, 240) : between(240, 420)
  const pageAfter = (published: number): PageOfDay => {
    const right = published + (random() < 0.08 ? between(5, 60) : 0)
    const from = random() < 0.1 ? published + between(-30, 60) : Infinity
    const away = { from, to: from + between(5, 90), retryAfter: random() < 0.3 }
    const another = random() < 0.05 ? right + between(30, 300) : Infinity
    const corrected = another < fixing + 8 * HOUR ? another : Infinity
    const wrong = (['no table', 'moved point', 'no selling rate'] as const)[
      Math.floor(random() * 3)
    ]!
    return { published, right, wrong, away, corrected }
  }
  const published = kind < 0.98 ? fixing + late : Infinity
  return { indicative: pageAfter(published), tt: pageAfter(published + between(0, 60)) }
}

export function thereAt({ right, away }: PageOfDay): number {
  return right >= away.from && right < away.to ? away.to : right
}

/** AUD and CAD differ, because a TT table is identified by the nearest indicative rate. */
const MIDDLES: Readonly<Record<string, number>> = { USD: 330, AUD: 230, CAD: 235, GBP: 440 }

export function rateOfDay(currency: Currency, day: CalendarDate): number {
  const number = Math.floor(startInColombo(day) / (24 * HOUR))
  return Number(((MIDDLES[currency] ?? 100) * (1 + Math.sin(number / 9) / 50)).toFixed(4))
}

function rowsAt(page: CbslPage, days: readonly CalendarDate[], state: PageOfDay, now: number) {
  const rowOf = page === 'tt' ? ttRow : indicativeRow
  const today = dayInColombo(new Date(now))
  const rowsOf = (currency: Currency) =>
    days.map((day) => {
      const isNew = day === today && currency === 'GBP'
      const rate = rateOfDay(currency, day)
      const [date, value, ...others] = rowOf(
        day,
        isNew && now >= state.corrected ? rate + 0.5 : rate,
      )
      if (!isNew || now >= state.right || value === undefined)
        return [date, value ?? '', ...others] as const
      return state.wrong === 'moved point'
        ? ([date, (Number(value) / 10).toFixed(4), ...others] as const)
        : ([date, value, ...others.map(() => '0.0000')] as const)
    })
  return Object.fromEntries(currencies().map((each) => [each, rowsOf(each)])) as never
}

export interface World {
  now: number
  morning: Morning | undefined
  days: readonly CalendarDate[]
  readonly requests: Map<string, number>
}

export async function startSimulatedPublisher(scope: Scope, world: World, random: () => number) {
  let previous: CbslPage | undefined
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const page =
      request.method !== 'POST' ? undefined : request.url?.includes('tt') ? 'tt' : 'indicative'
    if (page === 'tt' && previous === 'indicative') world.now += PAUSE
    previous = page
    const host = page === undefined ? 'Frankfurter' : 'the Central Bank'
    const key = `${host} ${dayInColombo(new Date(world.now))}`
    world.requests.set(key, (world.requests.get(key) ?? 0) + 1)
    world.now += 200 + random() * 3000
    if (random() < CUT_OFF) {
      request.destroy()
      return
    }
    if (page === undefined) respondAsFrankfurter(request, response, world)
    else await respondWithPage(page, request, response, world)
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function respondWithPage(
  page: CbslPage,
  request: IncomingMessage,
  response: ServerResponse,
  { now, morning, days }: World,
): Promise<void> {
  const form = new URLSearchParams(await text(request))
  const state = morning?.[page] ?? NOTHING_NEW
  if (now >= state.away.from && now < state.away.to) {
    response.writeHead(503, state.away.retryAfter ? { 'retry-after': '300' } : {}).end()
    return
  }
  const today = dayInColombo(new Date(now))
  const shown = days.filter(
    (day) => day >= (form.get('txtStart') ?? '') && (day < today || now >= state.published),
  )
  const html = cbslPage(page, rowsAt(page, shown, state, now))
  const isBroken = state.wrong === 'no table' && now >= state.published && now < state.right
  response.writeHead(200).end(isBroken ? html.replaceAll('<h2', '<h3') : html)
}

const NOTHING_NEW: PageOfDay = {
  published: Infinity,
  right: Infinity,
  wrong: 'no table',
  corrected: Infinity,
  away: { from: Infinity, to: Infinity, retryAfter: false },
}

function respondAsFrankfurter(
  request: IncomingMessage,
  response: ServerResponse,
  { now, morning, days }: World,
): void {
  const query = new URL(request.url ?? '', 'http://feed').searchParams
  const today = dayInColombo(new Date(now))
  const publishedAt = morning
    ? Math.ceil(morning.indicative.right / (30 * MINUTE)) * 30 * MINUTE
    : Infinity
  const base = currencies().find((each) => each === query.get('base'))
  const rows = days
    .filter((day) => day >= (query.get('from') ?? '') && (day < today || now >= publishedAt))
    .flatMap((date) => (base ? [{ date, base, quote: 'LKR', rate: rateOfDay(base, date) }] : []))
  response.writeHead(200).end(JSON.stringify(rows))
}
