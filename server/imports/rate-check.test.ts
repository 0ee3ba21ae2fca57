import { expect, test } from 'vitest'
import readWorkbook from 'read-excel-file/universal'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import type { checkRates } from '../../contract/rate-check.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const run = await testAppOfFile({
  env: {
    RATE_FEED: 'cbsl',
    PUBLIC_URL: 'http://localhost:3000',
    CURRENCIES: 'USD,GBP,JPY',
    PUBLISHERS: 'hnb:HNB',
  },
})
await publish(run, 'cbsl', 'USD', {
  '2026-08-03': '298.5',
  '2026-09-24': '300.1234',
  '2026-09-25': '301.3012',
})
await publish(run, 'cbsl', 'GBP', { '2026-09-25': '405' })
await publish(run, 'cbsl', 'JPY', { '2026-09-25': '215.5012' })
await publish(run, 'cbsl', 'USD', { '2026-09-14': '303' }, 'customs')
await caughtUp(run)
const nimal = await signedInUser(run)

const check = (payload: object, headers: Record<string, string> = { ...nimal.headers }) =>
  sendRequest<typeof checkRates>(run, {
    method: 'POST',
    url: '/api/rates/check',
    headers,
    payload,
  })
const checked = async (payload: object) => {
  const { status, body } = await check(payload)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const usd = (date: string, rate: number, amount?: number) => ({
  date,
  currency: 'USD',
  rate,
  ...(amount !== undefined && { amount }),
})
const policy = 'purchase-invoice'

test('each row says whether the rate used is the one that counts, by how much not, and where that stands', async () => {
  const { rows, totals } = await checked({
    policy,
    rows: [
      usd('2026-09-25', 301.3),
      usd('2026-09-27', 300.8, 1200.5),
      usd('2026-09-25', 30130.12),
      usd('2026-08-14', 298.5),
      usd('2026-07-01', 300),
    ],
  })
  expect(rows.map(({ result }) => result)).toEqual([
    ...['agrees', 'differs', 'per 100', 'too old', 'no rate'],
  ])
  expect(rows[1]).toEqual({
    date: '2026-09-27',
    currency: 'USD',
    used: 300.8,
    amount: 1200.5,
    result: 'differs',
    rate: 301.3012,
    rate_date: '2026-09-25',
    rupees: 361712.09,
    // 1200.50 × −0.5012 is −601.6906.
    difference: { rate: -0.5012, percent: -0.17, rupees: -601.69 },
    citation: {
      url: 'http://localhost:3000/rates/USD/2026-09-25',
      text: '1 USD = 301.3012 LKR, 25 Sep 2026, Central Bank of Sri Lanka (Indicative rate of the day). http://localhost:3000/rates/USD/2026-09-25',
    },
  })
  expect(rows[4]).toMatchObject({ rate: null, difference: null, citation: null })
  expect(totals).toEqual({
    results: { agrees: 1, differs: 1, 'per 100': 1, 'too old': 1, 'no rate': 1, filled: 0 },
    overbooked: 0,
    underbooked: 601.69,
    rupees: -601.69,
  })
})

test.each([
  [301.3, 'agrees'],
  [301.301, 'agrees'],
  [301.3012, 'agrees'],
  [301.3013, 'differs'],
  [301.31, 'differs'],
  // A number does not keep its zeros: two decimals are compared at least.
  [301, 'differs'],
  [301.30120001, 'agrees'],
])('%s for 301.3012 %s', async (rate, result) => {
  expect((await checked({ policy, rows: [usd('2026-09-25', rate)] })).rows[0]?.result).toBe(result)
})

test('a currency whose rates are for 100 units is held against them by its rate for one', async () => {
  const jpy = { date: '2026-09-25', currency: 'JPY', amount: 500_000 }
  const rates = [2.155012, 2.155, 2.165, 215.5]
  const { rows } = await checked({ policy, rows: rates.map((rate) => ({ ...jpy, rate })) })
  expect(rows.map(({ result }) => result)).toEqual(['agrees', 'agrees', 'differs', 'per 100'])
  expect(rows[2]).toMatchObject({
    units: 100,
    used: 216.5,
    rate: 215.5012,
    difference: { rate: 0.9988, percent: 0.46, rupees: 4994 },
  })
})

test('a kind takes its newest rate on or before the day, a customs rate as long as it is in effect', async () => {
  const rows = [usd('2026-09-18', 303)]
  const result = async (more: object) => (await checked({ rows, ...more })).rows[0]?.result
  expect(await result({ kind: 'customs' })).toBe('agrees')
  expect(await result({ kind: 'indicative', max_age: 30 })).toBe('too old')
  expect(await result({ kind: 'tt-selling' })).toBe('no rate')
  const old = [usd('2026-08-05', 298.5)]
  expect((await checked({ policy, rows: old, max_age: 1 })).rows[0]?.result).toBe('too old')
  expect((await checked({ policy, rows: old, max_age: 2 })).rows[0]?.result).toBe('agrees')
})

test('a credit note has a negative amount and difference, and keeps its number', async () => {
  const credit = { ...usd('2026-09-25', 304.3012, -1200), document: 'CN-7' }
  const { rows, totals } = await checked({
    policy,
    rows: [credit, usd('2026-09-25', 304.3012, 100)],
  })
  expect(rows[0]).toMatchObject({
    document: 'CN-7',
    amount: -1200,
    result: 'differs',
    difference: { rupees: -3600 },
  })
  expect(totals).toMatchObject({ overbooked: 300, underbooked: 3600, rupees: -3300 })
})

test('a row without a rate is filled with the one that counts, its day and rupees', async () => {
  const { rows, totals } = await checked({
    policy,
    rows: [
      { date: '2026-09-27', currency: 'USD', amount: -1200.5, document: 'CN-8' },
      { date: '2026-08-14', currency: 'USD' },
      { date: '2026-07-01', currency: 'USD' },
    ],
  })
  expect(rows[0]).toEqual({
    document: 'CN-8',
    date: '2026-09-27',
    currency: 'USD',
    amount: -1200.5,
    result: 'filled',
    rate: 301.3012,
    rate_date: '2026-09-25',
    rupees: -361712.09,
    difference: null,
    citation: expect.objectContaining({
      url: 'http://localhost:3000/rates/USD/2026-09-25',
    }) as unknown,
  })
  expect(rows.map(({ result }) => result)).toEqual(['filled', 'too old', 'no rate'])
  expect(totals.results).toMatchObject({ filled: 1, 'too old': 1, 'no rate': 1 })
})

test.each([
  [0.5, 302.8, 'agrees', true],
  [0.49, 302.8, 'differs', undefined],
  [0.5, 299.8, 'agrees', true],
  [0, 301.3, 'agrees', undefined],
  [10, 30130.12, 'per 100', undefined],
])('with a tolerance of %s %%, %s for 301.3012 %s', async (tolerance, rate, result, within) => {
  const [row] = (await checked({ policy, tolerance, rows: [usd('2026-09-25', rate)] })).rows
  expect([row?.result, row?.within_tolerance]).toEqual([result, within])
})

test('ten thousand random rates agree just where an independent tolerance says so', async () => {
  const random = new SeededRandom(5)
  const tolerance = 0.75
  const rows = Array.from({ length: 10_000 }, () =>
    usd('2026-09-25', (2_950_000 + random.below(120_000)) / 10_000),
  )
  const { rows: checkedRows } = await checked({ policy, tolerance, rows })
  for (const [at, { result }] of checkedRows.entries()) {
    const used = BigInt(Math.round((rows[at]?.rate ?? 0) * 10_000))
    const off = used > 3_013_012n ? used - 3_013_012n : 3_013_012n - used
    // 0.75 % of 301.3012 is 2.259759.
    expect(result).toBe(off * 400n <= 3_013_012n * 3n ? 'agrees' : 'differs')
  }
})

test.each([-1, 10.01, 0.123, '1'])('a tolerance of %s is refused', async (tolerance) => {
  const { status, body } = await check({ policy, tolerance, rows: [usd('2026-09-25', 300)] })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['tolerance']])
})

test('known_at checks by the rates and the policy of then, and names the policy', async () => {
  run.clock.turn(1)
  const before = run.clock.now().toISOString()
  run.clock.turn(10)
  await publish(run, 'cbsl', 'USD', { '2026-09-25': '301.9' })
  await caughtUp(run)
  const rows = [usd('2026-09-25', 301.3012)]
  expect((await checked({ policy, rows })).rows[0]?.result).toBe('differs')
  const then = await check({ policy, rows, known_at: before })
  expect(then.body.data.rows[0]?.result).toBe('agrees')
  expect(then.body.data.rows[0]?.citation?.url).toContain('known_at=')
  expect(then.headers['rate-policy']).toBe('purchase-invoice; version=0')
  const ahead = await check({ policy, rows, known_at: '2030-01-01T00:00:00Z' })
  expect([ahead.status, Object.keys(ahead.body.errors ?? {})]).toEqual([400, ['known_at']])
  await publish(run, 'cbsl', 'USD', { '2026-09-25': '301.3012' })
  await caughtUp(run)
})

test('the file has the used columns in the order of the sheet, then the result', async () => {
  const inject = (accept: string, payload: object) =>
    run.app.inject({
      method: 'POST',
      url: '/api/rates/check',
      headers: { ...nimal.headers, accept },
      payload,
    })
  const payload = {
    policy,
    columns: ['rate', 'currency', 'date'],
    left_out: 2,
    rows: [usd('2026-09-25', 300, 2)],
  }
  const { statusCode, headers, rawPayload } = await inject(XLSX_TYPE, payload)
  expect([statusCode, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="rates-checked-2026-09-29.xlsx"',
  ])
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(rawPayload)]))
  const [note, headings, row] = sheet?.data ?? []
  expect(note?.[0]).toBe(
    'Purchase invoices: Indicative rate of the day (standard policy). http://localhost:3000 ' +
      '2 rows of the sheet have no result and are not in this file.',
  )
  expect(headings?.slice(0, 6)).toEqual([
    ...['Booked rate', 'Currency', 'Date', 'Amount', 'Applicable rate', 'Rate of'],
  ])
  expect(row?.slice(0, 5)).toEqual([300, 'USD', expect.any(Date), 2, 301.3012])
  expect(row?.at(-1)).toContain('http://localhost:3000/rates/USD/2026-09-25')
  const csv = await inject('text/csv', { policy, rows: [{ date: '2026-09-25', currency: 'USD' }] })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body.split('\r\n')[1]).toBe(
    'Date,Currency,Applicable rate,Rate of,Rupees,Result,Citation',
  )
  expect(csv.body.split('\r\n')[2]).toMatch(/^2026-09-25,USD,301\.3012,2026-09-25,,Filled in,/)
})

test('what is no row, and what is not said or said twice, is refused by name', async () => {
  const rows = [usd('2026-09-25', 301.3)]
  const errors = async (payload: object) => (await check(payload)).body.errors
  expect(await errors({ rows })).toEqual({
    policy: ['policy must be given, or kind, but not both.'],
  })
  expect(await errors({ policy, kind: 'customs', rows })).toHaveProperty('policy')
  expect(await errors({ policy, publisher: 'hnb', rows })).toEqual({
    publisher: ['publisher must be left out beside a policy, which names its own.'],
  })
  expect(await errors({ policy: 'salaries', rows })).toEqual({
    policy: ['policy must be one of purchase-invoice, sales-invoice, customs, closing.'],
  })
  for (const amount of [0.00001, 1.23456, 0])
    expect(await errors({ policy, rows: [{ ...rows[0], amount }] })).toEqual({
      'rows.0.amount': ['amount must be a number other than 0 with at most 4 decimals.'],
    })
  expect(await errors({ policy })).toHaveProperty('rows')
  expect(await errors({ policy, rows: [] })).toHaveProperty('rows')
  expect(
    await errors({ policy, rows: [rows[0], { ...rows[0], currency: 'XXX', rate: -1 }] }),
  ).toEqual({
    'rows.1.currency': [expect.stringMatching(/^The currency must be one of/)],
    'rows.1.rate': ['The rate must be greater than 0.'],
  })
  const many = Array.from({ length: 10_001 }, () => ({
    date: '2026-09-25',
    currency: 'USD',
    rate: 1,
  }))
  expect(await errors({ policy, rows: many })).toEqual({
    rows: ['rows must be a whole number from 1 to 10000.'],
  })
})

test('of ten thousand rows every one is checked, and nothing is stored', async () => {
  const entries = await run.db.selectFrom('audit_head').select('id').executeTakeFirst()
  const random = new SeededRandom(7)
  const rows = Array.from({ length: 10_000 }, () =>
    usd(`2026-0${1 + random.below(8)}-${10 + random.below(18)}`, 300.5),
  )
  const { totals } = await checked({ policy: 'purchase-invoice', rows })
  expect(Object.values(totals.results).reduce((sum, each) => sum + each)).toBe(10_000)
  expect(await run.db.selectFrom('audit_head').select('id').executeTakeFirst()).toEqual(entries)
})
