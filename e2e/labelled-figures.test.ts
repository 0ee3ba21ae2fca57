import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatRate, rateOf } from '../domain/money.ts'
import { DEFAULT_KIND, RATE_KINDS } from '../domain/series.ts'
import { formatWeekday, formatWeekdayAndDay, t } from '../text/sentences.ts'
import { holdResponses } from '../harness/browser/held-responses.ts'
import { startProduct } from '../harness/product.ts'

const BOTH = ['tt-buying', 'tt-selling'] as const
const product = await startProduct({
  recorded: { sides: { USD: BOTH, GBP: BOTH, AUD: ['tt-selling'] } },
})

/** Every rate in the database as pages label it: `USD Indicative Tue 29 Sep 2026 330.9054`. */
const knownFigures = new Set<string>()
for (const { currency, kind, date, rate } of await product.test.db
  .selectFrom('fact_state')
  .select(['currency', 'kind', 'date', 'rate'])
  .where('subject', '=', 'rate')
  .execute())
  for (const day of [formatWeekday(date), formatWeekdayAndDay(date)])
    knownFigures.add([currency, t.kindNames[kind], day, formatRate(rateOf(rate))].join(' '))

/**
 * Records, after every change of the document, each figure with the labels beside it: rows of the
 * week with the table's caption, and the large figure with its card's title and sentence.
 */
const RECORDER = `(() => {
  window.seen = new Set()
  const text = (element) => element?.textContent.replaceAll('\u00a0', ' ') ?? ''
  const record = () => {
    for (const row of document.querySelectorAll('tbody tr')) {
      const caption = text(row.closest('table').caption)
      const [day, rate] = [text(row.querySelector('th a')), text(row.cells[1])]
      if (/ in the week to /.test(caption) && day) seen.add(['week', caption, day, rate].join('|'))
    }
    for (const card of document.querySelectorAll('section:has(.figure)'))
      seen.add(['figure', text(card.querySelector('h2')), text(card), text(card.querySelector('.figure'))].join('|'))
  }
  addEventListener('DOMContentLoaded', () => {
    record()
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
})()`

const NAMES = RATE_KINDS.map((kind) => [kind, t.kindNames[kind]] as const)

function labelled(record: string): string | undefined {
  const [where, label = '', day = '', rate = ''] = record.split('|')
  const [, kind = ''] = NAMES.find(([, name]) => label.includes(name)) ?? []
  const named = kind || t.kindNames[DEFAULT_KIND]
  if (where === 'week') return [/of ([A-Z]{3})/.exec(label)?.[1], named, day, rate].join(' ')
  const date = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w{3} \d{4}/.exec(day)?.[0]
  // A figure whose rate is on its way is a dash.
  return rate === '–' || !date
    ? undefined
    : [/\b([A-Z]{3}) in LKR/.exec(label)?.[1], named, date, rate].join(' ')
}

async function expectOnlyTrueFigures(page: Page): Promise<void> {
  const seen = (await page.evaluate<string[]>('[...window.seen]')).flatMap(
    (each) => labelled(each) ?? [],
  )
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((each) => !knownFigures.has(each))).toEqual([])
}

/** Navigates within the tab, like the forward button. */
const goTo = (page: Page, address: string) =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )

const JOURNEYS = {
  rates: [
    ...['/rates', '/rates?base=CAD', '/rates?kind=tt-buying', '/rates?date=2026-09-27&base=CAD'],
    ...['/rates?date=2026-09-27&base=GBP&kind=tt-selling', '/rates?date=2026-09-26'],
    ...['/rates?base=AUD', '/rates?base=AUD&kind=tt-selling'],
  ],
  currency: [
    ...['/rates/USD', '/rates/CAD', '/rates/CAD?date=2026-09-27', '/rates/USD?kind=tt-buying'],
    ...['/rates/GBP?amount=100&date=2026-09-26', '/rates/AUD?period=7d'],
    '/rates/GBP?kind=tt-selling&period=7d',
  ],
  citation: [
    ...['/rates/USD/2026-09-28', '/rates/CAD/2026-09-28', '/rates/CAD/2026-09-26'],
    ...['/rates/GBP/2026-09-28?kind=tt-selling', '/rates/GBP/2026-09-28?kind=tt-buying'],
    '/rates/GBP/2026-09-27',
  ],
}

test.each(Object.entries(JOURNEYS))(
  'late, reordered or failing responses never show a wrong figure on %s',
  async (_name, [first = '/', ...others]) => {
    const visitor = await product.visit()
    const { page } = visitor
    visitor.watch.expects(/^GET \/api\/exchange-rate\/.*: 500$/)
    await visitor.context.addInitScript(RECORDER)
    for (const [order, failing] of [
      ['first', undefined],
      ['last', undefined],
      ['last', /\/current\/|\/on\//],
    ] as const) {
      await visitor.open(first)
      const responses = await holdResponses(page)
      for (const address of others) await goTo(page, address)
      await responses.release(order, failing)
      // One after the other as well: each response arrives while another is on its way.
      if (order === 'last')
        for (const address of others.toReversed()) {
          await goTo(page, address)
          await responses.release(order, failing)
        }
      await responses.end()
      await goTo(page, others.at(-1) ?? first)
      await visitor.hasResponses()
      await expectOnlyTrueFigures(page)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  },
)
