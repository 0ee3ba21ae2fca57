import { expect, onTestFinished, test } from 'vitest'
import { calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import { setCurrencies, type Currency } from '../../domain/currency.ts'
import { rateOf } from '../../domain/money.ts'
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
import { checkRates } from './import-rates.ts'
import { FeedError } from './publisher-requests.ts'
import type { PublishedRate } from './rate-feed.ts'

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
const ttPage = cbslPage('tt', ROWS.tt)
const whole = {
  indicative: read('indicative', cbslPage('indicative', ROWS.indicative)),
  tt: read('tt', ttPage),
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

test('the page of TT rates gives what banks pay and ask', () => {
  expect(whole.tt.size).toBe(24)
  const day = calendarDateOf('2026-07-20')
  const html = cbslPage('tt', {
    USD: [[day, '331.5003', '340.9069']],
    AUD: [],
    CAD: [],
    GBP: [],
  })
  const indicative = (each: Currency) => (each === 'USD' ? rateOf('336.2') : undefined)
  expect(parseCbslPage(html, query('tt', { from: day, to: day, indicative }))).toEqual({
    rates: [
      { currency: 'USD', kind: 'tt-buying', date: day, rate: 3_315_003 },
      { currency: 'USD', kind: 'tt-selling', date: day, rate: 3_409_069 },
    ],
    refused: [],
    refusedDays: [],
  })
})

test.each<[string, CbslPage, PageRow, string]>([
  ['a day that is none', 'indicative', ['2025-05-32', '298.8165', '0.0033'], 'no day'],
  ['a day not requested', 'indicative', ['2025-05-20', '298.8165', '0.0033'], 'not requested'],
  ['more than 4 decimals', 'indicative', ['2025-05-14', '298.81651', '0.0033'], 'cannot be read'],
  ['fewer than 4 decimals', 'indicative', ['2025-05-14', '298.816', '0.0033'], 'cannot be read'],
  ['its values swapped', 'indicative', ['2025-05-14', '0.0033', '298.8165'], 'cannot be read'],
  ['another inverse', 'indicative', ['2025-05-14', '298.8165', '0.0025'], 'inverse'],
  ['buying above selling', 'tt', ['2025-05-16', '302.6893', '294.3310'], 'not below'],
  ['a spread above 8 %', 'tt', ['2025-05-16', '280.3310', '308.6893'], 'spread'],
  ['another currency’s values', 'tt', ['2025-05-16', '391.7692', '402.8945'], 'not near'],
])('a row with %s is refused, and the others are taken', (_, page, wrong, reason) => {
  const html = cbslPage(page, { ...ROWS[page], USD: [...ROWS[page].USD, wrong] })
  const { rates, refused } = parseCbslPage(html, query(page))
  expect(refused.join()).toContain(reason)
  expect(rates).toEqual(parseCbslPage(cbslPage(page, ROWS[page]), query(page)).rates)
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
  ['a page without a currency’s table', ttPage.replace('British Pound', 'Pound')],
  ['a table with one column more', ttPage.replace('<th>Date</th>', '<th>Date</th><th>Middle</th>')],
  ['a table with another title', ttPage.replace('Sell Rate (LKR)', 'Rate')],
  ['values in another form', ttPage.replaceAll(/(39\d|40\d)\.(\d\d)\d\d/g, '$1,$2')],
])('%s is an unknown layout', (_, html) => {
  expect(() => parseCbslPage(html, query('tt'))).toThrow(
    expect.objectContaining({ reason: 'unknown layout' }),
  )
})

test('the tables of two currencies that are close are not taken for each other', () => {
  const values = { USD: 335.82, AUD: 234.8388, CAD: 239.7248, GBP: 452.0081 }
  const indicative = (each: Currency) => rateOf(values[each as keyof typeof values])
  const row = (each: keyof typeof values) => [ttRow('2025-05-19', values[each])]
  const taken = (AUD: keyof typeof values, CAD: keyof typeof values) =>
    parseCbslPage(
      cbslPage('tt', { USD: row('USD'), AUD: row(AUD), CAD: row(CAD), GBP: row('GBP') }),
      query('tt', { indicative }),
    ).rates
  expect(taken('AUD', 'CAD')).toHaveLength(8)
  expect(() => taken('CAD', 'AUD')).toThrow('unknown')
})

const PARTS = [/<h2[^>]*>.*?<\/h2>/g, /<table.*?<\/table>/gs, /<tr>.*?<\/tr>/gs]
const CELL = /<t[dh]>.*?<\/t[dh]>/g
const [, TABLE, ROW] = PARTS as [RegExp, RegExp, RegExp]

/** Changes one of the parts that a pattern finds. */
function changeOne(
  text: string,
  pattern: RegExp,
  dice: SeededRandom,
  change: (part: string) => string,
): string {
  const chosen = dice.below(text.match(pattern)?.length ?? 1)
  let index = 0
  return text.replace(pattern, (part) => (index++ === chosen ? change(part) : part))
}

/** Swaps two of the parts that a pattern finds. */
function swapTwo(text: string, pattern: RegExp, dice: SeededRandom): string {
  const parts = text.match(pattern) ?? []
  if (parts.length === 0) return text
  const [one, other] = [dice.below(parts.length), dice.below(parts.length)]
  let index = 0
  return text.replace(pattern, (part) => {
    const at = index++
    return (at === one ? parts[other] : at === other ? parts[one] : part) ?? part
  })
}

/** Adds a column with its title, a title alone, or values alone. */
function addColumn(table: string, dice: SeededRandom): string {
  const at = dice.below(4)
  const [inHead, inBody] = dice.pick([
    [true, true],
    [true, false],
    [false, true],
  ])
  return table.replace(ROW, (row) => {
    const isHead = row.includes('<th>')
    if (!(isHead ? inHead : inBody)) return row
    const cells: string[] = row.match(CELL) ?? []
    cells.splice(at, 0, isHead ? '<th>Middle</th>' : '<td> 301.2345 </td>')
    return `<tr>${cells.join('')}</tr>`
  })
}

/** Cuts a page, or deletes, doubles, swaps or widens a part of it. */
function mutate(html: string, dice: SeededRandom): string {
  const pattern = dice.pick([...PARTS, CELL, /<[^<>]+>/g])
  switch (dice.below(5)) {
    case 0:
      return html.slice(0, dice.below(html.length))
    case 1:
      return changeOne(html, pattern, dice, () => '')
    case 2:
      return changeOne(html, pattern, dice, (part) => part + part)
    case 3: {
      const whole = pattern === ROW ? TABLE : pattern === CELL ? ROW : /.+/gs
      return changeOne(html, whole, dice, (part) => swapTwo(part, pattern, dice))
    }
    default:
      return changeOne(html, TABLE, dice, (table) => addColumn(table, dice))
  }
}

test('of 1000 mutations, cut, doubled, reordered and with other columns, none gives a wrong rate', () => {
  const dice = new SeededRandom(20_260_720)
  let [fewer, none] = [0, 0]
  for (let count = 0; count < 1000; count++) {
    const page = dice.pick(['indicative', 'tt'] as const)
    let html = cbslPage(page, ROWS[page])
    for (let times = dice.below(3); times >= 0; times--) html = mutate(html, dice)
    let rates: readonly PublishedRate[] = []
    try {
      rates = checkRates(parseCbslPage(html, query(page)).rates, () => undefined).rates
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
  expect(refused.join()).toMatch(/not requested.*SGD.*cannot be read.*CNY.*inverse.*no EUR rates/s)
})
