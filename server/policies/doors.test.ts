import { expect, test } from 'vitest'
import { addDays, calendarDateOf, daysFromTo, isWeekend } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { crossRate, ONE_RUPEE } from '../../domain/integrations.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { DAY_RULES, MONTH_RULES, POLICY_NAMES, type PolicyName } from '../../domain/policy.ts'
import { seriesOf } from '../../domain/series.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { storeRates } from '../testing/store-rates.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'

/* A policy of each rule, over 400 days of which some have no rate, at every door. */

const run = await testAppOfFile({
  env: { RATE_FEED: 'cbsl', PUBLISHERS: 'sampath:Sampath Bank', PUBLIC_URL: 'http://localhost' },
})
const { id, headers } = await signedInUser(run)
const TODAY = calendarDateOf('2026-09-29')
const DAYS = daysFromTo(addDays(TODAY, -399), TODAY)
const stored = daysFromTo(addDays(TODAY, -380), TODAY)
  .filter((date, at) => !isWeekend(date) && at % 11 !== 3)
  .flatMap((date, at) => [
    { ...seriesOf('USD'), date, rate: 3_000_000 + ((at * 137) % 9000) },
    { ...seriesOf('USD', 'tt-selling', 'sampath'), date, rate: 3_100_000 + ((at * 311) % 9000) },
  ])
await storeRates(
  run.db,
  stored.map(({ rate, ...each }) => ({
    ...each,
    source: 'manual' as const,
    rate: formatRate(rate as never),
  })),
  run.clock.now(),
  id,
)
for (const [at, policy] of POLICY_NAMES.entries()) {
  const rule = DAY_RULES[at]
  const chosen =
    at % 2 === 0 ? { kind: 'tt-selling', publisher: 'sampath' } : { kind: 'indicative' }
  const { statusCode } = await run.app.inject({
    method: 'POST',
    url: `/api/rate-policy/${policy}`,
    headers,
    payload: { ...chosen, rule, version: 0 },
  })
  expect(statusCode).toBe(200)
}
await caughtUp(run)

const get = (url: string) => run.app.inject({ url })
interface Decided {
  readonly rate: number
  readonly date: string
}
const decided = async (policy: PolicyName, date: string): Promise<Decided | undefined> => {
  const response = await get(`/api/rate-policy/${policy}?currency=USD&date=${date}`)
  if (response.statusCode === 404) return undefined
  expect(response.statusCode).toBe(200)
  return response.json<{ data: Decided }>().data
}
const versions = async () => {
  const response = await run.app.inject({ url: '/api/rate-policy', headers })
  return new Map(
    response
      .json<{ data: { policy: PolicyName; version: number }[] }>()
      .data.map(({ policy, version }) => [policy, `${policy}; version=${version}`]),
  )
}
const FRANKFURTER = '/api/compat/frankfurter'

test.each(POLICY_NAMES)(
  '%s is the same at every door on 400 days, in both directions',
  async (policy) => {
    const header = (await versions()).get(policy)
    const expected = new Map<string, Decided | undefined>()
    for (const date of DAYS) {
      const rate = await decided(policy, date)
      expected.set(date, rate)
      const inRupees = rate && fromWire(rate.rate)
      const inDollars = inRupees && crossRate(ONE_RUPEE, inRupees)
      const answers: [url: string, read: (body: string) => unknown, figure: unknown][] = [
        [`/api/value/USD/${date}.txt?`, Number, rate?.rate],
        [
          `${FRANKFURTER}/v2/rate/USD/LKR?date=${date}&`,
          (body) => JSON.parse(body) as unknown,
          { date: rate?.date, base: 'USD', quote: 'LKR', rate: rate?.rate },
        ],
        [
          `${FRANKFURTER}/v2/rate/LKR/USD?date=${date}&`,
          (body) => JSON.parse(body) as unknown,
          { date: rate?.date, base: 'LKR', quote: 'USD', rate: inDollars },
        ],
        [
          `${FRANKFURTER}/v1/${date}?base=USD&symbols=LKR&`,
          (body) => JSON.parse(body) as unknown,
          { amount: 1, base: 'USD', date: rate?.date, rates: { LKR: rate?.rate } },
        ],
      ]
      for (const [url, read, figure] of answers) {
        const response = await get(`${url}policy=${policy}`)
        expect(response.statusCode, url).toBe(rate ? 200 : 404)
        if (!rate) continue
        expect(read(response.body), url).toEqual(figure)
        expect(response.headers['rate-policy']).toBe(header)
      }
    }
    expect([...expected.values()].filter(Boolean).length).toBeGreaterThan(350)

    const period = `from=${DAYS[0]}&to=${TODAY}&policy=${policy}`
    const file = await get(`/api/export/USD.csv?${period}`)
    expect(file.headers['rate-policy']).toBe(header)
    const isByMonth = MONTH_RULES.includes(DAY_RULES[POLICY_NAMES.indexOf(policy)] as never)
    const rows = file.body
      .split('\r\n')
      .filter((line) => /^\d{4}-/.test(line))
      .map((line) => line.split(','))
    const isLastOfMonth = (date: string) => addDays(calendarDateOf(date), 1).endsWith('-01')
    const days = DAYS.filter(
      (date) => expected.get(date) && (!isByMonth || (isLastOfMonth(date) && date < TODAY)),
    )
    expect(rows.map(([date, , rate, , , own]) => [date, Number(rate), own])).toEqual(
      days.map((date) => [date, expected.get(date)?.rate, expected.get(date)?.date]),
    )
    expect(file.body.startsWith('# One rate for each finished month')).toBe(isByMonth)
    const ledger = await get(`/api/export/USD.ledger?${period}`)
    expect(ledger.body.split('\n').filter((line) => line.startsWith('P '))).toEqual(
      days.map(
        (date) => `P ${date} USD ${formatRate(fromWire(expected.get(date)?.rate ?? 0))} LKR`,
      ),
    )

    const used = days.map((date) => ({ date, currency: 'USD', rate: 1 }))
    const checked = await run.app.inject({
      method: 'POST',
      url: '/api/rates/check',
      headers,
      payload: { policy, rows: used },
    })
    expect(checked.headers['rate-policy']).toBe(header)
    expect(
      checked.json<{ data: { rows: { rate: number }[] } }>().data.rows.map(({ rate }) => rate),
    ).toEqual(days.map((date) => expected.get(date)?.rate))
  },
)

test('with known_at, the door gives policy and rates of that time', async () => {
  run.clock.turn(60)
  const before = run.clock.now().toISOString()
  run.clock.turn(60)
  const version = Number((await versions()).get('purchase-invoice')?.split('=')[1])
  await run.app.inject({
    method: 'POST',
    url: '/api/rate-policy/purchase-invoice',
    headers,
    payload: { kind: 'indicative', rule: 'last of the month', version },
  })
  const query = `policy=purchase-invoice&known_at=${before}`
  const then = await get(`/api/rate-policy/purchase-invoice?currency=USD&known_at=${before}`)
  const { rate } = then.json<{ data: Decided }>().data
  const value = await get(`/api/value/USD/latest.txt?${query}`)
  expect([Number(value.body), value.headers['rate-policy']]).toEqual([
    rate,
    `purchase-invoice; version=${version}`,
  ])
  const pair = await get(`${FRANKFURTER}/v2/rate/USD/LKR?${query}`)
  expect(pair.json()).toMatchObject({ rate })
  const file = await get(`/api/export/all.csv?from=${TODAY}&${query}`)
  expect(file.body).toContain(`${TODAY},USD,${rate.toFixed(4)},purchase-invoice,${version},`)
  expect(file.body).not.toContain(currencies()[1])
})

test.each([
  '/api/value/USD/latest.txt?policy=closing&kind=tt-selling',
  '/api/value/USD/latest.txt?policy=closing&publisher=sampath',
  '/api/value/USD/latest.txt?policy=closing&strict=1',
  '/api/value/USD/latest.txt?known_at=2026-09-01T00:00:00Z',
  '/api/value/USD/latest.txt?policy=salaries',
  '/api/export/USD.csv?policy=closing&kind=tt-selling',
  '/api/export/USD.csv?known_at=2026-09-01T00:00:00Z',
  '/api/exchange-rate/USD/history?policy=closing',
  '/api/exchange-rate/USD/periods?policy=closing',
  '/feed/USD.atom?policy=closing',
  '/api/exchange-rate/stream?policy=closing',
])('%s is refused', async (url) => {
  expect((await get(url)).statusCode).toBe(400)
})

test.each([
  '/v2/rate/USD/LKR?policy=closing&kind=tt-selling',
  '/v2/rates?base=USD&from=2026-09-01&policy=closing',
  '/v1/2026-09-01..?base=USD&policy=closing',
  '/v1/latest?known_at=2026-09-01T00:00:00Z',
])('the dialect refuses %s', async (url) => {
  expect((await get(FRANKFURTER + url)).statusCode).toBe(422)
})
