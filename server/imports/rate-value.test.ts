import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import type { changePolicy, listPolicies } from '../../contract/policies.ts'
import type { valueBalances } from '../../contract/rate-value.ts'
import { calendarDateOf, daysFromTo, isWeekend } from '../../domain/calendar-date.ts'
import { sealPeriods } from '../periods/seal-periods.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const run = await testAppOfFile({
  env: {
    RATE_FEED: 'cbsl',
    PUBLIC_URL: 'http://localhost:3000',
    CURRENCIES: 'USD,GBP,JPY,CAD,SGD',
  },
})
const july = daysFromTo(calendarDateOf('2026-06-30'), calendarDateOf('2026-07-31'))
await publish(run, 'cbsl', 'USD', {
  ...Object.fromEntries(july.filter((day) => !isWeekend(day)).map((day) => [day, '299'])),
  '2026-08-28': '300.1234',
})
await publish(run, 'cbsl', 'GBP', { '2026-08-28': '405.5', '2026-08-31': '406.0005' })
await publish(run, 'cbsl', 'JPY', { '2026-08-28': '215.5012' })
await publish(run, 'cbsl', 'CAD', { '2026-08-03': '217.9' })
await caughtUp(run)
const nimal = await signedInUser(run)

const value = (payload: object, headers: Record<string, string> = { ...nimal.headers }) =>
  sendRequest<typeof valueBalances>(run, {
    method: 'POST',
    url: '/api/rates/value',
    headers,
    payload,
  })
const valued = async (payload: object) => {
  const { status, body } = await value(payload)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const usd = (amount: number, booked: number) => ({ currency: 'USD', amount, booked })

test('assets and liabilities are valued at the closing rate of the last month', async () => {
  const { rows, totals, ...about } = await valued({
    rows: [
      { document: 'R-1', ...usd(1250, 372_000) },
      { document: 'P-1', ...usd(-500, -149_000) },
      { document: 'P-2', currency: 'JPY', amount: -100_000, rate: 2.1 },
      { document: 'R-2', currency: 'CAD', amount: 10, booked: 2_179 },
      { document: 'R-3', currency: 'SGD', amount: 10, rate: 231.5 },
    ],
  })
  expect(about).toEqual({
    date: '2026-08-31',
    date_reason: 'not received',
    policy: 'closing',
    policy_version: 0,
    rule: 'Indicative rate of the day',
    known_at: null,
  })
  expect(rows[0]).toEqual({
    document: 'R-1',
    currency: 'USD',
    amount: 1250,
    booked: 372_000,
    result: 'valued',
    rate: 300.1234,
    rate_date: '2026-08-28',
    rupees: 375_154.25,
    gain: 3154.25,
    sealed: false,
    citation: expect.objectContaining({
      url: 'http://localhost:3000/rates/USD/2026-08-28',
    }) as unknown,
  })
  expect(
    rows.slice(1).map(({ result, rupees, booked, gain }) => [result, rupees, booked, gain]),
  ).toEqual([
    // A liability that is worth more rupees is a loss.
    ['valued', -150_061.7, -149_000, -1061.7],
    ['valued', -215_501.2, -210_000, -5501.2],
    ['too old', null, 2179, null],
    ['no rate', null, 2315, null],
  ])
  expect(totals).toMatchObject({
    rows: 5,
    left_out: 2,
    sealed: false,
    rupees: 9591.35,
    booked: 13_000,
    gain: -3408.65,
  })
  expect(totals.currencies).toEqual([
    {
      currency: 'USD',
      amount: 750,
      rate: 300.1234,
      rupees: 225_092.55,
      booked: 223_000,
      gain: 2092.55,
    },
    {
      currency: 'JPY',
      units: 100,
      amount: -100_000,
      rate: 215.5012,
      rupees: -215_501.2,
      booked: -210_000,
      gain: -5501.2,
    },
  ])
})

test('a sealed month marks its rows, and known_at gives the same figures after a correction', async () => {
  const answered = { feed: 'cbsl' as const, last_try_at: run.clock.now() }
  await run.db
    .insertInto('rate_feed_state')
    .values({ ...answered, last_success_at: run.clock.now(), next_try_at: run.clock.now() })
    .execute()
  expect(await sealPeriods(run.deps)).toBeGreaterThan(0)
  await caughtUp(run)
  const payload = { date: '2026-07-31', rows: [usd(100, 29_000)] }
  const before = await valued(payload)
  expect(before.rows[0]?.sealed).toBe(true)
  run.clock.turn(1)
  const knownAt = run.clock.now().toISOString()
  run.clock.turn(10)
  await publish(run, 'cbsl', 'USD', { '2026-07-31': '301' })
  await caughtUp(run)
  const now = await valued(payload)
  expect([now.rows[0]?.gain, now.rows[0]?.sealed]).toEqual([1100, false])
  expect([now.rows[0]?.sealed_rate, now.totals.currencies[0]?.sealed_rate]).toEqual([299, 299])
  const csv = await run.app.inject({
    method: 'POST',
    url: '/api/rates/value',
    headers: { ...nimal.headers, accept: 'text/csv' },
    payload,
  })
  expect(csv.body).toContain('"Corrected after closing, was 299.0000"')
  const then = await valued({ ...payload, known_at: knownAt })
  // Citations of then name the instant.
  const figures = ({ rows }: typeof now) => rows.map((row) => ({ ...row, citation: null }))
  expect(figures(then)).toEqual(figures(before))
  expect(then.totals).toEqual(before.totals)
})

/** Multiplies decimal texts digit by digit and rounds their absolute value half up to cents. */
function independentCents(amount: number, rate: number, units: number): bigint {
  const [a, r] = [Math.abs(amount).toFixed(4), rate.toFixed(4)].map((text) => text.replace('.', ''))
  const exact = BigInt(a ?? 0) * BigInt(r ?? 0)
  const step = BigInt(units) * 1_000_000n
  const [whole, rest] = [exact / step, exact % step]
  const cents = rest * 2n >= step ? whole + 1n : whole
  return amount < 0 ? -cents : cents
}

test('ten thousand random balances equal an independent computation, totals included', async () => {
  const random = new SeededRandom(11)
  const closing = { USD: 300.1234, GBP: 406.0005, JPY: 215.5012 } as const
  const balances = Array.from({ length: 10_000 }, () => {
    const currency = random.pick(['USD', 'GBP', 'JPY', 'CAD', 'SGD'] as const)
    const amount = (random.below(2_000_000_001) - 1_000_000_000) / random.pick([100, 10_000])
    const booked = (random.below(2_000_000_001) - 1_000_000_000) / 100
    const rate = (1 + random.below(5_000_000)) / 10_000
    return random.oneIn(2) ? { currency, amount, booked } : { currency, amount, rate }
  })
  const { rows, totals } = await valued({ date: '2026-08-31', rows: balances })
  const sums = { rupees: 0n, booked: 0n, gain: 0n }
  const cents = (rupees: number | null) => BigInt(Math.round((rupees ?? NaN) * 100))
  for (const [at, row] of rows.entries()) {
    const given = balances[at]
    if (!given) throw new Error('A row too many')
    if (given.currency === 'CAD' || given.currency === 'SGD') {
      expect([row.result, row.gain]).toEqual([
        given.currency === 'CAD' ? 'too old' : 'no rate',
        null,
      ])
      continue
    }
    const units = given.currency === 'JPY' ? 100 : 1
    const rupees = independentCents(given.amount, closing[given.currency], units)
    const booked =
      given.booked === undefined
        ? independentCents(given.amount, given.rate, 1)
        : BigInt(Math.round(given.booked * 100))
    expect([cents(row.rupees), cents(row.booked), cents(row.gain)]).toEqual([
      ...[rupees, booked, rupees - booked],
    ])
    sums.rupees += rupees
    sums.booked += booked
    sums.gain += rupees - booked
  }
  expect({
    rupees: cents(totals.rupees),
    booked: cents(totals.booked),
    gain: cents(totals.gain),
  }).toEqual(sums)
})

test('the file has the rows, and on a second sheet the entry and its reversal', async () => {
  const { rawPayload, headers } = await run.app.inject({
    method: 'POST',
    url: '/api/rates/value',
    headers: { ...nimal.headers, accept: XLSX_TYPE },
    payload: { rows: [usd(100, 29_000), { currency: 'GBP', amount: -10, booked: -4000 }] },
  })
  expect(headers['content-disposition']).toBe(
    'attachment; filename="balances-valued-2026-08-31.xlsx"',
  )
  const [sheet, entry] = await readWorkbook(new Blob([new Uint8Array(rawPayload)]))
  expect(sheet?.data[2]?.slice(0, 4)).toEqual(['USD', 100, 29_000, 'Valued'])
  expect(entry?.sheet).toBe('Entry and reversal')
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const [made, reversed] = [
    'Revaluation at 31 Aug 2026',
    'Reversal of the revaluation at 31 Aug 2026',
  ]
  expect(entry?.data.slice(2)).toEqual([
    [day('2026-08-31'), made, 'USD balances', 1012.34, null],
    [day('2026-08-31'), made, 'Unrealised gain, USD', null, 1012.34],
    [day('2026-08-31'), made, 'GBP balances', null, 60.01],
    [day('2026-08-31'), made, 'Unrealised loss, GBP', 60.01, null],
    [day('2026-09-01'), reversed, 'USD balances', null, 1012.34],
    [day('2026-09-01'), reversed, 'Unrealised gain, USD', 1012.34, null],
    [day('2026-09-01'), reversed, 'GBP balances', 60.01, null],
    [day('2026-09-01'), reversed, 'Unrealised loss, GBP', null, 60.01],
  ])
})

const setClosing = async (rule: string) => {
  const url = '/api/rate-policy'
  const { headers } = nimal
  const known = await sendRequest<typeof listPolicies>(run, { url, headers })
  const version = known.body.data.find(({ policy }) => policy === 'closing')?.version
  const payload = { kind: 'indicative', rule, version }
  await sendRequest<typeof changePolicy>(run, {
    method: 'POST',
    url: `${url}/closing`,
    headers,
    payload,
  })
  await caughtUp(run)
}

test('an average, a day before the end of a month and a later day are refused', async () => {
  const fields = async (payload: object) =>
    Object.keys((await value({ rows: [usd(1, 300)], ...payload })).body.errors ?? {})
  await setClosing('average of the month')
  expect(await fields({})).toEqual(['policy'])
  await setClosing('last of the month')
  expect(await fields({ date: '2026-08-30' })).toEqual(['date'])
  expect(await fields({ date: '2026-08-31' })).toEqual([])
  await setClosing('of the day')
  expect(await fields({ date: '2026-09-30' })).toEqual(['date'])
  expect(await fields({ date: '2026-08-30' })).toEqual([])
})

test.each([
  [{ currency: 'USD', amount: 1 }, 'rows.0.booked'],
  [{ currency: 'USD', amount: 1, booked: 300, rate: 300 }, 'rows.0.booked'],
  [{ currency: 'USD', amount: 1.00001, booked: 300 }, 'rows.0.amount'],
  [{ currency: 'USD', amount: '1', booked: 300 }, 'rows.0.amount'],
  [{ currency: 'XXX', amount: 1, booked: 300 }, 'rows.0.currency'],
  [{ currency: 'USD', amount: 1, rate: 0 }, 'rows.0.rate'],
  [{ currency: 'USD', amount: 1, booked: 1e14 }, 'rows.0.booked'],
])('the balance %o is refused for its %s', async (row, field) => {
  const { status, body } = await value({ rows: [row] })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
})

test('nobody without an account values balances', async () => {
  expect((await value({ rows: [usd(1, 300)] }, {})).status).toBe(401)
})
