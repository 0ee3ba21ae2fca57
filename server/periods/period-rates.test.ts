import { storeRates } from '../testing/store-rates.ts'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import type { periodRates } from '../../contract/periods.ts'
import { addDays, calendarDateOf, dayInColombo } from '../../domain/calendar-date.ts'
import { PERIOD_UNITS } from '../../domain/period.ts'
import { RATE_KINDS, seriesOf } from '../../domain/series.ts'
import { recorded } from '../feeds/feed-server.fixture.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { recomputePeriods } from './recompute-periods.fixture.ts'

const url = '/api/exchange-rate'
const periods = (query = '', currency = 'USD') =>
  run.get<typeof periodRates>(`${url}/${currency}/periods${query}`)
const file = (ending: string, query = '', headers = {}) =>
  run.app.inject({ url: `${url}/USD/periods.${ending}${query}`, headers })

const run = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
const rows = JSON.parse(recorded('cbsl-USD-2025-07-22-to-10-13.json')) as {
  date: string
  rate: number
}[]
await publish(
  run,
  'cbsl',
  'USD',
  Object.fromEntries(rows.map(({ date, rate }) => [date, String(rate)])),
)

describe('the figures of the recorded rates', () => {
  test('of August and September 2025 are right to the last digit', async () => {
    const { body } = await periods('?unit=month&from=2025-08&to=2025-09')
    expect(body.data).toMatchObject({
      currency: 'USD',
      target_currency: 'LKR',
      kind: 'indicative',
      unit: 'month',
    })
    const [august, september] = body.data.periods
    expect(august).toMatchObject({
      period: '2025-08',
      from: '2025-08-01',
      to: '2025-08-31',
      closing: { rate: 302.4465, date: '2025-08-29' },
      average_published: { rate: 301.4891, days: 20 },
      min: { rate: 300.6705 },
      reason: null,
      note: null,
      complete: true,
      sealed_at: null,
      sealed: null,
    })
    expect(august?.opening?.date).toBe('2025-07-31')
    expect(august?.average_calendar?.days).toBe(31)
    expect(august?.missing.slice(0, 3)).toEqual([
      { date: '2025-08-02', reason: 'weekend' },
      { date: '2025-08-03', reason: 'weekend' },
      { date: '2025-08-08', reason: 'no holiday list' },
    ])
    expect(september).toMatchObject({
      closing: { rate: 302.6097, date: '2025-09-30' },
      average_published: { rate: 302.1955, days: 21 },
      opening: { rate: 302.4465, date: '2025-08-29' },
    })
  })

  test('of a time without rates, and of one to come, are nulls with the reason', async () => {
    const past = (await periods('?from=2025-06&to=2025-07')).body.data.periods
    expect(past[0]).toMatchObject({
      closing: null,
      opening: null,
      average_published: null,
      reason: 'no rate',
      complete: false,
    })
    expect(past[0]?.missing).toHaveLength(30)
    // The rates of July begin on the 22nd.
    expect(past[1]).toMatchObject({
      closing: { date: '2025-07-31' },
      opening: null,
      complete: false,
    })
    expect((await periods('?unit=year&from=2031-01&to=2031-12')).body.data.periods).toMatchObject([
      {
        period: '2031',
        closing: null,
        min: null,
        moved_percent: null,
        reason: 'future',
        missing: [],
        complete: false,
      },
    ])
    const none = (await periods('', 'GBP')).body.data
    expect(none).toMatchObject({ from: '2026-09', to: '2026-09', periods: [{ reason: 'no rate' }] })
  })

  test('begin with the first rate where no months are named, and are of 12 months at most', async () => {
    await publish(run, 'cbsl', 'AUD', { '2026-08-31': '199.5', '2026-09-01': '210' })
    const { data } = (await periods('', 'AUD')).body
    expect(data).toMatchObject({ unit: 'month', from: '2026-08', to: '2026-09' })
    expect(data.periods[1]).toMatchObject({
      complete: false,
      average_calendar: { rate: 210, days: 29 },
    })
    expect(
      (await periods('?unit=tax-year', 'AUD')).body.data.periods.map(({ period }) => period),
    ).toEqual(['2026/27'])
    expect((await periods()).body.data).toMatchObject({ from: '2025-10', to: '2026-09' })
  })

  test('say where a period moved so far that an average is a poor approximation', async () => {
    const [quarter] = (await periods('?unit=quarter&from=2026-07&to=2026-09', 'AUD')).body.data
      .periods
    expect(quarter).toMatchObject({
      moved_percent: 5.26,
      note: 'The rate moved 5.26 % in this quarter: an average is a poor approximation of it.',
    })
  })
})

const MONTH_FORM = 'A month must be written as YYYY-MM, from 1901-01 to 2998-12, such as 2025-04.'

test.each([
  ['?unit=week', 'unit', 'unit must be one of month, quarter, year, tax-year.'],
  ['?kind=spot', 'kind', `The kind must be one of ${RATE_KINDS.join(', ')}.`],
  ['?from=2025-13', 'from', MONTH_FORM],
  ['?to=2025-4', 'to', MONTH_FORM],
  ['?from=2025-04&to=2025-03', 'from', 'The first month must not be after the last.'],
  ['?from=1985-01&to=2025-01', 'from', 'Choose at most 40 years.'],
  ['?months=3', 'months', 'This field is not recognised.'],
])('what is wrong with %s is said under its field', async (query, field, sentence) => {
  const { status, body } = await periods(query)
  expect([status, body.errors]).toEqual([400, { [field]: [sentence] }])
  for (const ending of ['csv', 'xlsx']) expect((await file(ending, query)).statusCode).toBe(400)
})

test('the ends of the calendar and 40 years at once are answered', async () => {
  for (const query of [
    '?unit=tax-year&to=1901-01',
    '?unit=tax-year&from=2998-12&to=2998-12',
    '?from=1985-02&to=2025-01',
  ])
    expect((await periods(query)).status, query).toBe(200)
})

test('500 random periods are what PostgreSQL makes of the stored rates', async () => {
  const { id } = await signedInUser(run, 'Nimal Perera')
  const start = calendarDateOf('2015-06-01')
  const days = Array.from({ length: 3801 }, (_, n) => n)
  const published = RATE_KINDS.flatMap((kind) =>
    days
      .filter((n) => n % 5 !== 0 && n % 11 !== 0)
      .map((n) => ({
        ...seriesOf('CAD', kind),
        date: addDays(start, n),
        source: n % 7 === 0 ? ('sample' as const) : ('cbsl' as const),
        rate: (150 + ((n * 7919) % 100003) / 1000).toFixed(4),
      })),
  )
  await storeRates(run.owner, published, run.clock.now())
  const manual = days
    .filter((n) => n % 13 === 0)
    .map((n) => ({
      ...seriesOf('CAD'),
      date: addDays(start, n),
      source: 'manual' as const,
      n,
      rate: (90 + n / 7000).toFixed(4),
    }))
  await storeRates(run.owner, manual, run.clock.now(), id)
  const deleted = manual.filter(({ n }) => n % 2 === 0).map((each) => ({ ...each, rate: null }))
  await storeRates(run.owner, deleted, run.clock.now(), id)
  await run.deps.liveRateBook.load()
  const dice = new SeededRandom(127)
  const choices = Array.from({ length: 500 }, () => {
    const month = addDays(start, dice.below(4000) - 100).slice(0, 7)
    return { unit: dice.pick(PERIOD_UNITS), kind: dice.pick(RATE_KINDS), month }
  })
  const responses = await Promise.all(
    choices.map(async ({ unit, kind, month }) => {
      const { body } = await periods(`?unit=${unit}&from=${month}&to=${month}&kind=${kind}`, 'CAD')
      return { currency: 'CAD' as const, kind, period: body.data.periods[0]! }
    }),
  )
  const stretches = responses.map(({ period: { from, to }, ...series }) => ({
    ...series,
    from,
    to,
  }))
  const expected = await recomputePeriods(run.owner, stretches, dayInColombo(run.clock.now()))
  expect(responses.map(({ period }) => period)).toEqual(
    expected.map((each) => expect.objectContaining(each) as unknown),
  )
  expect(expected.filter(({ closing }) => closing !== null).length).toBeGreaterThan(425)
})

describe('a file', () => {
  const query = '?unit=month&from=2025-08&to=2025-10'

  test('comes as CSV with the address of each period', async () => {
    const { body, headers } = await file('csv', query)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      'attachment; filename="USD-LKR-indicative-month-2025-08-to-2025-10.csv"',
    )
    const [heading, august] = body.split('\r\n')
    expect(heading).toBe(
      'currency,kind,period,from,to,closing_date,closing,average_published,days,average_calendar,min,max,sealed_at,cite,' +
        'complete,sealed_closing,sealed_average_published,sealed_average_calendar,sealed_min,sealed_max,corrected',
    )
    expect(august).toMatch(
      /^USD,indicative,2025-08,2025-08-01,2025-08-31,2025-08-29,302\.4465,301\.4891,20,301\.\d{4},300\.6705,\d{3}\.\d{4},,http.*\/periods\/USD\?unit=month&from=2025-08&to=2025-08,yes,,,,,,$/,
    )
    expect((await file('csv', query, { 'if-none-match': headers.etag ?? '' })).statusCode).toBe(304)
  })

  test('comes as a spreadsheet whose days are days and whose numbers are numbers', async () => {
    const { rawPayload } = await file('xlsx', query)
    const [sheet] = await readXlsxFile(rawPayload)
    expect(sheet?.sheet).toBe('USD indicative')
    expect(sheet?.data[1]?.slice(0, 9)).toEqual([
      'USD',
      'indicative',
      '2025-08',
      new Date('2025-08-01T00:00:00Z'),
      new Date('2025-08-31T00:00:00Z'),
      new Date('2025-08-29T00:00:00Z'),
      302.4465,
      301.4891,
      20,
    ])
  })
})
