import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { calendarOf } from '../domain/bank-holiday.ts'
import { calendarDateOf, type CalendarDate } from '../domain/calendar-date.ts'
import type { Currency } from '../domain/currency.ts'
import { weekOf, type DayRate } from '../domain/rate-precedence.ts'
import { formatRate, rateOf } from '../domain/money.ts'
import { DEFAULT_KIND, key, RATE_KINDS, type RateKind } from '../domain/series.ts'
import { t } from '../text/sentences.ts'
import {
  figuresNow,
  figuresSeen,
  nextFrame,
  recordFigures,
  type ShownFigure,
} from './figure-recorder.ts'
import { holdResponses } from '../harness/browser/held-responses.ts'
import { startProduct } from '../harness/product.ts'
import { visit, type Visitor } from '../harness/browser/visitor.ts'

// What a bank pays and asks: of the Australian dollar only what it asks, of the Canadian dollar
// nothing.
const BOTH = ['tt-buying', 'tt-selling'] as const
const product = await startProduct({
  recorded: { sides: { USD: BOTH, GBP: BOTH, AUD: ['tt-selling'] } },
})
const TODAY = calendarDateOf('2026-09-29')

/** Every rate that the database holds, by series and day. */
const held = new Map<string, DayRate>()
for (const { currency, kind, date, rate } of await product.test.db
  .selectFrom('live_fact')
  .select(['currency', 'kind', 'date', 'rate'])
  .where('subject', '=', 'rate')
  .execute())
  held.set(key({ currency, kind }, date), {
    date: calendarDateOf(date),
    rate: rateOf(rate),
    source: 'currency-api',
  })

/** What the database holds for the labels of a figure. */
function truth({ where, currency: code, kind: named, day }: ShownFigure): string | undefined {
  const currency = code as Currency
  const kind = named === '' ? DEFAULT_KIND : RATE_KINDS.find((each) => t.kindNames[each] === named)
  if (kind === undefined) return undefined
  const rateOn = (of: RateKind, date: string) =>
    held.get(key({ currency, kind: of }, date as CalendarDate))
  const found = rateOn(kind, day)
  if (!where.endsWith('average')) return found && formatRate(found.rate)
  if (day === 'none') return undefined
  const last = day === 'today' ? TODAY : calendarDateOf(day)
  const { weeklyAverage } = weekOf(
    last,
    { today: TODAY, calendar: calendarOf([]), isAnswered: () => true },
    (date) => rateOn(kind, date),
  )
  return weeklyAverage === null ? undefined : formatRate(weeklyAverage)
}

async function expectOnlyTrueFigures(page: Page): Promise<void> {
  const seen = await figuresSeen(page)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((each) => truth(each) !== each.figure)).toEqual([])
}

async function open(path: string): Promise<Visitor> {
  const visitor = await visit(product)
  await recordFigures(visitor.context)
  await visitor.open(path)
  return visitor
}

/**
 * Goes to an address as the browser's own back and forward do: at once, without a look at what it
 * needs.
 */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await nextFrame(page)
}

/** Waits until a figure with these labels stands on the screen. */
async function shows(
  page: Page,
  where: string,
  currency: string,
  day: string,
  kind = '',
): Promise<void> {
  await expect
    .poll(async () =>
      (await figuresNow(page))
        .filter((each) => each.where === where && each.kind === kind)
        .map((each) => `${each.currency} ${each.day}`),
    )
    .toContain(`${currency} ${day}`)
}

test('While a response is slow, the chosen currency never carries the figure of the one before', async () => {
  const visitor = await open('/rates')
  const { page } = visitor
  const responses = await holdResponses(page)
  await visitor.field('Base currency').selectOption('CAD')
  await visitor.isAt('/rates?base=CAD')
  // The board holds the Canadian dollar's rate already.
  await shows(page, 'summary', 'CAD', '2026-09-29')
  await visitor.field('Date').fill('2026-09-27')
  await visitor.isAt('/rates?date=2026-09-27&base=CAD')
  await expect.poll(() => figuresNow(page)).toEqual([])
  await visitor.field('Base currency').selectOption('GBP')
  await visitor.isAt('/rates?date=2026-09-27&base=GBP')
  await nextFrame(page)
  await responses.end()
  await shows(page, 'summary', 'GBP', '2026-09-27')
  await shows(page, 'week', 'GBP', '2026-09-27')
  await expectOnlyTrueFigures(page)
})

interface Journey {
  /** The addresses that are gone through, the first of which is opened. */
  readonly addresses: readonly string[]
  /** What the last one must show in the end. */
  readonly end: readonly [where: string, currency: string, day: string, kind?: string]
  /** Everything that is requested on the way, by the last word of its path. */
  readonly responses: readonly string[]
}

const JOURNEYS: Readonly<Record<string, Journey>> = {
  home: {
    addresses: ['/', '/rates?base=CAD', '/', '/rates?date=2026-09-26&base=GBP', '/'],
    end: ['board', 'GBP', '2026-09-29'],
    responses: ['feed', 'current', 'last-seven-days', 'board'],
  },
  rates: {
    addresses: [
      '/rates',
      '/rates?base=CAD',
      '/rates?side=export',
      '/rates?date=2026-09-27&base=CAD',
      '/rates?date=2026-09-27&base=GBP&side=import',
      '/rates?date=2026-09-26',
      '/rates?base=AUD',
      '/rates?base=AUD&side=import',
    ],
    end: ['week', 'AUD', '2026-09-25', 'Bank sells (TT)'],
    responses: ['current', 'last-seven-days', 'board'],
  },
  currency: {
    addresses: [
      '/rates/USD',
      '/rates/CAD',
      '/rates/CAD?date=2026-09-27',
      '/rates/USD?side=export',
      '/rates/GBP?amount=100&from=GBP&date=2026-09-26',
      '/rates/GBP?amount=100&from=GBP&date=2026-09-28&period=7d',
      '/rates/AUD?period=7d',
      '/rates/GBP?side=import&period=7d',
    ],
    end: ['converter', 'GBP', '2026-09-29', 'Bank sells (TT)'],
    responses: ['current', 'history'],
  },
  citation: {
    addresses: [
      '/rates/USD/2026-09-28',
      '/rates/CAD/2026-09-28',
      '/rates/CAD/2026-09-26',
      '/rates/GBP/2026-09-28?kind=tt-selling',
      '/rates/GBP/2026-09-28?kind=tt-buying',
      '/rates/GBP/2026-09-26?known_at=2026-09-29T12:00',
      '/rates/GBP/2026-09-27',
    ],
    end: ['citation', 'GBP', '2026-09-27'],
    responses: ['on'],
  },
}
const SCREENS = Object.keys(JOURNEYS)
const RESPONSES = /\/(current|last-seven-days|board|feed|history|on)\b/

test.each(SCREENS)(
  'Responses that arrive late or in the wrong order put no wrong figure on %s',
  async (name) => {
    const { addresses, end } = JOURNEYS[name]!
    const [first = '/', ...others] = addresses
    const visitor = await open(first)
    const { page } = visitor
    for (const order of ['first', 'last'] as const) {
      const responses = await holdResponses(page)
      for (const address of others) await goTo(page, address)
      await responses.release(order)
      await nextFrame(page)
      // One after the other as well: each response arrives while another is on its way.
      for (const address of others.toReversed()) {
        await goTo(page, address)
        await responses.release(order)
      }
      for (const address of others) await goTo(page, address)
      await responses.end()
      await shows(page, ...end)
      await expectOnlyTrueFigures(page)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      // Nothing is known from before.
      await visitor.open(first)
    }
  },
)

test.each(SCREENS)(
  'Whichever response fails, %s shows no wrong figure and comes right by itself',
  async (name) => {
    const { addresses, end, responses: expected } = JOURNEYS[name]!
    const [first = '/', ...others] = addresses
    const visitor = await open(first)
    const { page } = visitor
    visitor.watch.expects(/^GET \/api\/exchange-rate\/.*: 500$/)
    for (const failing of expected) {
      const responses = await holdResponses(page)
      let failed = 0
      // The code of a screen may arrive after the journey has left it: what it requests is met the
      // next time.
      await expect
        .poll(
          async () => {
            for (const address of others) {
              await goTo(page, address)
              const requested = responses
                .addresses()
                .flatMap((each) => RESPONSES.exec(each)?.[1] ?? [])
              expect(expected).toEqual(expect.arrayContaining(requested))
              failed += requested.filter((each) => each === failing).length
              await responses.release('last', new RegExp(`/${failing}\\b`))
              await nextFrame(page)
            }
            return failed
          },
          { timeout: 120_000 },
        )
        .toBeGreaterThan(0)
      await responses.end()
      // Past the pause before a request that failed is repeated.
      await visitor.waits(20)
      await shows(page, ...end)
      await expectOnlyTrueFigures(page)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await visitor.open(first)
    }
  },
)
