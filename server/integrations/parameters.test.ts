import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '../../contract/all-endpoints.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { storeRates } from '../testing/store-rates.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'

const run = await testAppOfFile({
  webRoot: join(import.meta.dirname, '..', '..', 'dist'),
  env: {
    RATE_FEED: 'cbsl',
    PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB',
    PUBLIC_URL: 'http://localhost',
  },
})
await publish(run, 'cbsl', 'USD', { '2026-09-25': '330.5' })
await publish(run, 'cbsl', 'USD', { '2026-09-25': '339.25' }, 'tt-selling')
const { id, headers } = await signedInUser(run)
await storeRates(
  run.db,
  [
    {
      currency: 'USD',
      kind: 'indicative',
      publisher: 'sampath',
      date: calendarDateOf('2026-09-25'),
      source: 'manual',
      rate: '336.5',
    },
  ],
  run.clock.now(),
  id,
)
await run.app.inject({
  method: 'POST',
  url: '/api/rate-policy/purchase-invoice',
  headers,
  payload: { kind: 'tt-selling', rule: 'of the day', version: 0 },
})
await caughtUp(run)

const FRANKFURTER = '/api/compat/frankfurter'
/** Endpoints of the contract with an address at which each of its parameters changes something. */
const DOORS: Readonly<Record<string, string>> = {
  currentRate: '/api/exchange-rate/current/USD?date=2026-09-25',
  lastSevenDays: '/api/exchange-rate/USD/last-seven-days',
  rateBoard: '/api/exchange-rate/board?date=2026-09-25',
  rateHistory: '/api/exchange-rate/USD/history',
  rateHistoryCsv: '/api/exchange-rate/USD/history.csv',
  rateHistoryXlsx: '/api/exchange-rate/USD/history.xlsx',
  allRatesCsv: '/api/exchange-rate/history.csv',
  allRatesXlsx: '/api/exchange-rate/history.xlsx',
  bankBoard: '/api/exchange-rate/banks?currency=USD&date=2026-09-25',
  bankBoardCsv: '/api/exchange-rate/banks.csv?currency=USD&date=2026-09-25',
  bankBoardXlsx: '/api/exchange-rate/banks.xlsx?currency=USD&date=2026-09-25',
  citedRate: '/api/exchange-rate/USD/on/2026-09-25',
  feedState: '/api/exchange-rate/feed',
  rateSeries: '/api/exchange-rate/series',
  periodRates: '/api/exchange-rate/USD/periods?unit=month&from=2026-09&to=2026-09',
  periodRatesCsv: '/api/exchange-rate/USD/periods.csv?unit=month&from=2026-09&to=2026-09',
  periodRatesXlsx: '/api/exchange-rate/USD/periods.xlsx?unit=month&from=2026-09&to=2026-09',
  periodBoard: '/api/exchange-rate/periods?month=2026-09',
  periodBoardCsv: '/api/exchange-rate/periods.csv?month=2026-09',
  periodBoardXlsx: '/api/exchange-rate/periods.xlsx?month=2026-09',
  policyRate: '/api/rate-policy/closing?currency=USD',
  rateExport: '/api/export/USD.csv?from=2026-09-01',
  dayValue: '/api/value/USD/latest.txt',
  monthValue: '/api/value/USD/2026-09/average.txt',
  rateNewsAtom: '/feed/USD.atom',
  frankfurterDay: `${FRANKFURTER}/v1/latest?base=USD&symbols=LKR`,
  frankfurterNames: `${FRANKFURTER}/v1/currencies`,
  frankfurterCurrencies: `${FRANKFURTER}/v2/currencies`,
  frankfurterRate: `${FRANKFURTER}/v2/rate/USD/LKR`,
  frankfurterRates: `${FRANKFURTER}/v2/rates?base=USD&quotes=LKR`,
  bankHolidays: '/api/calendar',
  calendarFile: '/calendar.ics',
}
/** A stream has no end, so only its refusals are read. */
const STREAM = '/api/exchange-rate/stream'
const WITHOUT_FIGURES = ['live', 'ready', 'documentationPage', 'openApi', 'openUnsubscribe']

const get = async (url: string) => {
  const { statusCode, rawPayload } = await run.app.inject({ url })
  return { status: statusCode, body: rawPayload }
}

test('each public address of the contract is among those tried', () => {
  const reads = ALL_ENDPOINTS.filter(
    ({ endpoint }) => endpoint.access === 'public' && endpoint.method === 'GET',
  ).map(({ name }) => name)
  expect([...Object.keys(DOORS), ...WITHOUT_FIGURES, 'rateStream'].sort()).toEqual(reads.sort())
})

const withParameter = (url: string, parameter: string) =>
  `${url}${url.includes('?') ? '&' : '?'}${parameter}`
const addresses = [...Object.values(DOORS), '/embed/USD', '/si/embed/USD']

test.each([
  'kind=tt-selling',
  'publisher=sampath',
  'policy=purchase-invoice',
  `known_at=${run.clock.now().toISOString()}`,
  'kind=nonsense',
  'publisher=nonsense',
  'nonsense=1',
  'kind=indicative&kind=tt-selling',
])('%s changes the response, or is refused', async (parameter) => {
  for (const url of addresses) {
    const plain = await get(url)
    const given = await get(withParameter(url, parameter))
    expect(plain.status, url).toBe(200)
    if (given.status === 200) expect(given.body.equals(plain.body), url).toBe(false)
    else expect(given.status, url).toBe(url.startsWith(FRANKFURTER) ? 422 : 400)
  }
})

test.each(['policy=closing', 'known_at=2026-09-29T00:00:00Z', 'kind=spot', 'nonsense=1'])(
  'the stream refuses %s',
  async (parameter) => {
    expect((await get(`${STREAM}?${parameter}`)).status).toBe(400)
  },
)

test.each(['amount=1', 'locale=en', '_=1764316800000'])(
  'clients of Frankfurter may send %s, which changes nothing',
  async (parameter) => {
    for (const url of addresses.filter((each) => /v1\/latest|v2\/rate/.test(each))) {
      const given = await get(withParameter(url, parameter))
      expect([given.status, String(given.body)]).toEqual([200, String((await get(url)).body)])
    }
  },
)

test('clients of Frankfurter get the rates of the kind and the bank that they name', async () => {
  const figure = async (query: string) =>
    (
      JSON.parse(String((await get(`${FRANKFURTER}/v2/rate/USD/LKR?${query}`)).body)) as {
        rate: number
      }
    ).rate
  expect(await figure('kind=tt-selling')).toBe(339.25)
  expect(await figure('publisher=sampath')).toBe(336.5)
  expect(await figure('')).toBe(330.5)
})
