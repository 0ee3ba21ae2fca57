import { expect, test } from 'vitest'
import { ratesAppOfFile } from '../entries/manual-rates.fixture.ts'
import { rateRow } from '../../contract/imports.ts'
import { daysFromTo, calendarDateOf } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { ownFileOf } from '../../domain/imports/own-files.ts'
import { findQuestions, viewSheet } from '../../domain/imports/mapping.ts'
import { proposeMapping } from '../../domain/imports/proposal.ts'
import { readLines } from '../../domain/imports/lines.ts'
import { ACCOUNTING_FORMATS } from '../../domain/integrations.ts'
import { formatRate, toWire, type Rate } from '../../domain/money.ts'
import { RATE_KINDS, seriesOf } from '../../domain/series.ts'
import { checkedRows, readCsv } from '../imports/csv.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { storeRates } from '../testing/store-rates.ts'
import { t } from '../../text/sentences.ts'
import { readFile } from '../../web/imports/read-file.ts'

const { run, nimal } = await ratesAppOfFile({
  CURRENCIES: 'USD,JPY,VND,KWD',
  PUBLISHERS: 'sampath:Sampath Bank,hnb:Hatton National Bank',
})
const DAYS = daysFromTo(calendarDateOf('2026-09-21'), calendarDateOf('2026-09-28'))
const random = new SeededRandom(48)
/** A yen has 6 decimals for one unit, a dong 7. */
const stored = currencies().flatMap((currency) =>
  RATE_KINDS.flatMap((kind) =>
    [undefined, 'sampath'].flatMap((publisher) =>
      DAYS.filter(() => !random.oneIn(4)).map((date) => {
        const rate = (1 + random.below(10 ** (1 + random.below(8)))) as Rate
        return { ...seriesOf(currency, kind, publisher), date, rate }
      }),
    ),
  ),
)
await storeRates(
  run.db,
  stored.map((each) => ({ ...each, source: 'manual', rate: formatRate(each.rate) })),
  run.clock.now(),
  nimal.id,
)
await caughtUp(run)

const QUERY = 'from=2026-09-21&to=2026-09-28'
const READABLE = [
  '/api/export/all.csv',
  '/api/exchange-rate/history.csv',
  '/api/exchange-rate/history.xlsx',
  '/api/exchange-rate/history.csv?layout=wide',
  '/api/exchange-rate/history.xlsx?layout=wide',
]
const OTHERS = [
  ...ACCOUNTING_FORMATS.filter((format) => format !== 'csv').map(
    (format) => `/api/export/all.${format}`,
  ),
  '/api/exchange-rate/JPY/periods.csv?unit=month&from=2026-09&to=2026-09',
  '/api/exchange-rate/JPY/periods.xlsx?unit=month&from=2026-09&to=2026-09',
]
const CHOICES = RATE_KINDS.flatMap((kind) =>
  [undefined, 'sampath'].map((publisher) => ({ kind, publisher })),
)

const download = async (url: string, { kind, publisher }: (typeof CHOICES)[number]) => {
  const period = url.includes('/periods') ? '' : `${QUERY}&`
  const query = `${period}kind=${kind}${publisher ? `&publisher=${publisher}` : ''}`
  const { statusCode, rawPayload } = await run.app.inject({
    url: `${url}${url.includes('?') ? '&' : '?'}${query}`,
  })
  expect(statusCode, url).toBe(200)
  return rawPayload
}
const byPlace = (rates: readonly object[]) => rates.map((each) => JSON.stringify(each)).sort()
const expected = ({ kind, publisher }: (typeof CHOICES)[number]) =>
  byPlace(
    stored
      .filter((each) => each.kind === kind && each.publisher === publisher)
      .map(({ date, currency, rate }) => ({ date, currency, kind, publisher, rate: toWire(rate) })),
  )

test.each(CHOICES)('$kind of $publisher reads back from each file on the page', async (choice) => {
  for (const url of READABLE) {
    const { grid } = readFile(await download(url, choice))
    if (choice.kind === 'customs') {
      expect(ownFileOf(grid), url).toBe('customs')
      continue
    }
    expect(ownFileOf(grid), url).toBeUndefined()
    const mapping = proposeMapping(grid, 'rates')
    const { questions } = findQuestions(viewSheet(grid, mapping), mapping, 'rates')
    const open = questions.filter(({ answer }) => answer === undefined).map(({ name }) => name)
    // An empty cell of the API's CSV is the main series; the page asks.
    const isAsked = url.includes('export') && choice.publisher === undefined
    expect(open, url).toEqual(isAsked ? ['publisher'] : [])
    const answered = isAsked ? { ...mapping, publisher: 'main' } : mapping
    const lines = [...readLines(grid, answered, 'rates')].flat().filter(({ isUnused }) => !isUnused)
    expect(lines.flatMap(({ problem = [] }) => problem)).toEqual([])
    expect(
      byPlace(
        lines.map(({ date, currency, kind, publisher, rate }) => {
          return { date, currency, kind, publisher, rate }
        }),
      ),
      url,
    ).toEqual(expected(choice))
  }
})

test.each(CHOICES)('the CSV of $kind of $publisher reads back through the API', async (choice) => {
  const text = String(await download('/api/export/all.csv', choice))
  if (choice.kind === 'customs') {
    const { statusCode, body } = await run.app.inject({
      method: 'POST',
      url: '/api/exchange-rate/import',
      payload: text,
      headers: { ...nimal.headers, 'content-type': 'text/csv' },
    })
    expect([statusCode, body]).toEqual([400, expect.stringContaining(t.ownFiles.customs)])
    return
  }
  const rows = await checkedRows(readCsv(text), rateRow, true)
  expect(
    byPlace(
      rows.map(({ date, currency, kind, publisher, rate }) => {
        return { date, currency, kind, publisher, rate: toWire(rate) }
      }),
    ),
  ).toEqual(expected(choice))
})

test.each(CHOICES)('every other file of $kind of $publisher is refused by name', async (choice) => {
  const names = Object.values<string>(t.ownFiles)
  for (const url of OTHERS) {
    const bytes = await download(url, choice)
    const own = ownFileOf(readFile(bytes).grid)
    expect(names, url).toContain(own && t.ownFiles[own])
  }
  const files = [...OTHERS, ...READABLE.slice(1)].filter((url) => !url.includes('xlsx'))
  for (const url of files) {
    const { statusCode, body } = await run.app.inject({
      method: 'POST',
      url: '/api/exchange-rate/import/preview',
      payload: await download(url, choice),
      headers: { ...nimal.headers, 'content-type': 'text/csv' },
    })
    expect(statusCode, url).toBe(400)
    expect(names, url).toContain(
      (JSON.parse(body) as { errors: Record<string, string[]> }).errors['line 1']?.[0],
    )
  }
})
