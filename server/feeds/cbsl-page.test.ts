import { expect, onTestFinished, test } from 'vitest'
import { calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import { setCurrencies, type Currency } from '../../domain/currency.ts'
import { rateOf, type Rate } from '../../domain/money.ts'
import { key, seriesOf } from '../../domain/series.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { parseCbslPage, type CbslPage, type CbslQuery } from './cbsl-page.ts'
import {
  cbslPage,
  indicativeRow,
  recordedRows,
  ttRow,
  type PageRow,
  type PageRows,
} from './cbsl-pages.fixture.ts'
import { FeedError, type PublishedRate } from './rate-feed.ts'

const FROM = calendarDateOf('2025-05-01')
const TO = calendarDateOf('2025-05-19')
const ROWS = { indicative: recordedRows('indicative', FROM, TO), tt: recordedRows('tt', FROM, TO) }

const indicativeOf = (rows: PageRows) => (currency: Currency, date: CalendarDate) => {
  const value = rows[currency]?.find(([day]) => day === date)?.[1]
  return value === undefined ? undefined : rateOf(value)
}
const INDICATIVE = indicativeOf(ROWS.indicative)
const query = (page: CbslPage, more: Partial<CbslQuery> = {}): CbslQuery => {
  return { page, from: FROM, to: TO, indicative: INDICATIVE, ...more }
}
/** The rates of a page as text, by series and day. */
const read = (page: CbslPage, html: string) =>
  new Map(parseCbslPage(html, query(page)).rates.map((each) => [key(each, each.date), each.rate]))
const whole = {
  indicative: read('indicative', cbslPage('indicative', ROWS.indicative)),
  tt: read('tt', cbslPage('tt', ROWS.tt)),
}

test('the page of indicative rates gives the recorded rates to the digit', () => {
  expect(whole.indicative.size).toBe(12)
  expect(
    parseCbslPage(cbslPage('indicative', ROWS.indicative), query('indicative')).refused,
  ).toEqual([])
  expect(whole.indicative.get(key(seriesOf('USD'), TO))).toBe(2_988_165)
  expect(whole.indicative.get(key(seriesOf('GBP'), TO))).toBe(3_975_305)
  const may = {
    ...ROWS.indicative,
    USD: [indicativeRow('2026-05-15', 324.7184)],
    GBP: [indicativeRow('2026-05-15', 434.116)],
  }
  const day = calendarDateOf('2026-05-15')
  const { rates } = parseCbslPage(
    cbslPage('indicative', { ...may, AUD: [], CAD: [] }),
    query('indicative', { from: day, to: day }),
  )
  expect(rates.map(({ rate }) => rate)).toEqual([3_247_184, 4_341_160])
})

test('the page of TT rates gives what banks pay and ask, by the column and not by its place', () => {
  expect(whole.tt.size).toBe(24)
  const day = calendarDateOf('2026-07-20')
  const swapped = cbslPage('tt', {
    USD: [[day, '331.5003', '340.9069']],
    AUD: [],
    CAD: [],
    GBP: [],
  })
    .replace(
      '<th>Date</th><th>Buy Rate (LKR)</th><th>Sell Rate (LKR)</th>',
      '<th>Sell Rate (LKR)</th><th>Date</th><th>Buying</th>',
    )
    .replace(
      `<td> ${day} </td><td> 331.5003 </td><td> 340.9069 </td>`,
      `<td>340.9069</td><td>&nbsp;${day}</td><td>331.5003</td>`,
    )
  const { rates, refused } = parseCbslPage(
    swapped,
    query('tt', {
      from: day,
      to: day,
      indicative: (each) => (each === 'USD' ? rateOf('336.2') : undefined),
    }),
  )
  expect(refused).toEqual([])
  expect(rates).toEqual([
    { currency: 'USD', kind: 'tt-buying', date: day, rate: 3_315_003 },
    { currency: 'USD', kind: 'tt-selling', date: day, rate: 3_409_069 },
  ])
})

test.each<[string, CbslPage, PageRow, string]>([
  ['a day that is none', 'indicative', ['2025-05-32', '298.8165', '0.0033'], 'no day'],
  [
    'a day that was not requested',
    'indicative',
    ['2025-05-20', '298.8165', '0.0033'],
    'not requested',
  ],
  ['more than 4 decimals', 'indicative', ['2025-05-14', '298.81651', '0.0033'], 'no USD rate'],
  ['fewer than 4 decimals', 'indicative', ['2025-05-14', '298.816', '0.0033'], 'no USD rate'],
  [
    'the two values in each other’s place',
    'indicative',
    ['2025-05-14', '0.0033', '298.8165'],
    'no USD rate',
  ],
  [
    'a value and the inverse of another',
    'indicative',
    ['2025-05-14', '298.8165', '0.0025'],
    'inverse',
  ],
  ['another value for a day', 'indicative', ['2025-05-19', '298.8166', '0.0033'], 'two rates'],
  ['buying above selling', 'tt', ['2025-05-16', '302.6893', '294.3310'], 'not below'],
  ['a spread above 8 %', 'tt', ['2025-05-16', '280.3310', '308.6893'], 'spread'],
  ['another currency’s values', 'tt', ['2025-05-16', '391.7692', '402.8945'], 'not near'],
])('a row with %s is refused, and the others are taken', (_, page, wrong, reason) => {
  const html = cbslPage(page, { ...ROWS[page], USD: [...ROWS[page].USD, wrong] })
  const { rates, refused } = parseCbslPage(html, query(page))
  expect(refused.join()).toContain(reason)
  for (const { rate, ...day } of rates) expect(rate).toBe(whole[page].get(key(day, day.date)))
  expect(rates.length).toBeGreaterThanOrEqual(whole[page].size - 2)
})

test('one side alone is taken where the other is not there', () => {
  const [first, ...rest] = ROWS.tt.USD
  const html = cbslPage('tt', {
    ...ROWS.tt,
    USD: [[first?.[0] ?? '', '', first?.[2] ?? ''], ...rest],
  })
  expect(read('tt', html).size).toBe(23)
})

test.each([
  ['nothing', ''],
  ['no page', '{"rates":[]}'],
  [
    'a page without the table of a currency',
    cbslPage('tt', ROWS.tt).replace('British Pound', 'Pound'),
  ],
  [
    'a table with one column more',
    cbslPage('tt', ROWS.tt).replace('<th>Date</th>', '<th>Date</th><th>Middle</th>'),
  ],
  ['a table with other columns', cbslPage('tt', ROWS.tt).replace('Sell Rate (LKR)', 'Rate')],
  [
    'values in another form',
    cbslPage('tt', { ...ROWS.tt, GBP: [['2025-05-16', '391,77', '402,89']] }),
  ],
])('%s is an unknown layout', (_, html) => {
  try {
    parseCbslPage(html, query('tt'))
    expect.unreachable()
  } catch (error) {
    expect(error instanceof FeedError && error.publisherError).toBe('unknown layout')
  }
})

test('the tables of two currencies that are close are not taken for each other', () => {
  const indicative = (each: Currency) =>
    (
      ({ USD: 3_358_200, AUD: 2_348_388, CAD: 2_397_248, GBP: 4_520_081 }) as Record<
        Currency,
        number
      >
    )[each] as Rate
  const row = (rate: number) => [ttRow('2025-05-19', rate / 10_000)]
  const rows = {
    USD: row(3_358_200),
    AUD: row(2_348_388),
    CAD: row(2_397_248),
    GBP: row(4_520_081),
  }
  const taken = (given: PageRows) =>
    parseCbslPage(cbslPage('tt', given), query('tt', { indicative })).rates
  expect(taken(rows)).toHaveLength(8)
  expect(() => taken({ ...rows, AUD: rows.CAD, CAD: rows.AUD })).toThrow('unknown')
})

/** The places in a text where a pattern is found. */
const placesOf = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
type Place = ReturnType<typeof placesOf>[number]
const put = (text: string, { start, end }: Place, instead: string) =>
  text.slice(0, start) + instead + text.slice(end)

const HEADING = /<h2[^>]*>.*?<\/h2>/g
const TABLE = /<table.*?<\/table>/gs
const ROW = /<tr>.*?<\/tr>/gs
const CELL = /<t[dh]>.*?<\/t[dh]>/g
const TAG = /<[^<>]+>/g

/** Two of the same in each other's place. */
function swapped(text: string, pattern: RegExp, dice: SeededRandom): string {
  const places = placesOf(pattern, text)
  if (places.length < 2) return text
  const [one, other] = [dice.pick(places), dice.pick(places)].sort((a, b) => a.start - b.start) as [
    Place,
    Place,
  ]
  if (one === other) return text
  const last = put(text, other, text.slice(one.start, one.end))
  return put(last, one, text.slice(other.start, other.end))
}

/** Another column in a table: with its title, or a title alone, or values alone. */
function withColumn(table: string, dice: SeededRandom): string {
  const at = dice.below(4)
  const [inHead, inBody] = dice.pick([
    [true, true],
    [true, false],
    [false, true],
  ])
  return table.replace(ROW, (row) => {
    const isHead = row.includes('<th>')
    if (!(isHead ? inHead : inBody)) return row
    const cells = placesOf(CELL, row)
    const place = cells[at]?.start ?? row.length - '</tr>'.length
    return put(
      row,
      { start: place, end: place },
      isHead ? '<th>Middle</th>' : '<td> 301.2345 </td>',
    )
  })
}

const within = (
  text: string,
  pattern: RegExp,
  dice: SeededRandom,
  change: (part: string) => string,
) => {
  const places = placesOf(pattern, text)
  if (places.length === 0) return text
  const place = dice.pick(places)
  return put(text, place, change(text.slice(place.start, place.end)))
}

/**
 * A page as it might come after something has gone wrong on the way, or after somebody has changed
 * it.
 */
function mutated(html: string, dice: SeededRandom): string {
  const pattern = dice.pick([HEADING, TABLE, ROW, CELL, TAG])
  switch (dice.below(5)) {
    case 0:
      return html.slice(0, dice.below(html.length))
    case 1:
      return within(html, pattern, dice, () => '')
    case 2:
      return within(html, pattern, dice, (part) => part + part)
    case 3:
      if (pattern === ROW) return within(html, TABLE, dice, (table) => swapped(table, ROW, dice))
      if (pattern === CELL || pattern === TAG)
        return within(html, ROW, dice, (row) => swapped(row, CELL, dice))
      return swapped(html, pattern, dice)
    default:
      return within(html, TABLE, dice, (table) => withColumn(table, dice))
  }
}

test('of 1000 mutations, cut, doubled, reordered and with other columns, none gives a wrong rate', () => {
  const dice = new SeededRandom(20_260_720)
  let [fewer, none] = [0, 0]
  for (let count = 0; count < 1000; count++) {
    const page = dice.pick(['indicative', 'tt'] as const)
    let html = cbslPage(page, ROWS[page])
    for (let times = dice.below(3); times >= 0; times--) html = mutated(html, dice)
    let rates: readonly PublishedRate[] = []
    try {
      rates = parseCbslPage(html, query(page)).rates
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      none++
    }
    for (const each of rates) expect(each.rate, html).toBe(whole[page].get(key(each, each.date)))
    if (rates.length < whole[page].size) fewer++
  }
  // As many as these were really changed, and not every change takes all.
  expect(fewer).toBeGreaterThan(500)
  expect(none).toBeLessThan(fewer)
})

test('any currencies of the list come with the page, each for as many units as it is kept', () => {
  onTestFinished(() => setCurrencies())
  setCurrencies(['INR', 'IDR', 'JPY', 'EUR', 'SGD', 'CNY', 'CHF'])
  const rows = {
    INR: [indicativeRow('2025-05-19', 3.4961)],
    IDR: [['2025-05-19', '0.0181', '55.2486']],
    JPY: [['2025-05-19', '2.0512', '0.4875']],
    // A day that was not requested, three decimals, and no inverse of each other.
    EUR: [['2025-05-20', '334.3159', '0.0030']],
    SGD: [['2025-05-19', '230.18', '0.0043'], indicativeRow('2025-05-16', 230.4119)],
    CNY: [['2025-05-19', '41.4074', '0.4150'], indicativeRow('2025-05-16', 41.5)],
    CHF: [indicativeRow('2025-05-19', 358.1)],
  } as unknown as PageRows
  const { rates, refused } = parseCbslPage(cbslPage('indicative', rows), query('indicative'))
  expect(rates.map(({ currency, date, rate }) => `${currency} ${date} ${rate}`)).toEqual([
    'INR 2025-05-19 34961',
    'IDR 2025-05-19 181000',
    'JPY 2025-05-19 2051200',
    'SGD 2025-05-16 2304119',
    'CNY 2025-05-16 415000',
    'CHF 2025-05-19 3581000',
  ])
  expect(refused.join()).toMatch(/not requested.*no SGD rate.*CNY.*inverse.*no EUR rates/s)
})
