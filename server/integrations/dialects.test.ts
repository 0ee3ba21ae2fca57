import { describe, expect, test } from 'vitest'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const env = {
  PUBLISHERS: 'hnb:HNB,sampath:Sampath Bank',
  RATE_FEED: 'cbsl',
  PUBLIC_URL: 'https://rates.example.org',
  REGISTRATION: 'invited',
}
const run = await testAppOfFile({ env })
await publish(run, 'cbsl', 'USD', {
  '2025-08-28': '302.1',
  '2025-08-29': '302.4465',
  '2026-09-29': '330.5',
})
await publish(run, 'cbsl', 'AUD', { '2025-08-28': '196.5', '2026-09-28': '231.25' })
const ofBank = { kind: 'tt-selling', publisher: 'sampath', rate: 335.25 }
await run.app.inject({
  method: 'POST',
  url: '/api/exchange-rate/manual',
  headers: (await signedInUser(run)).headers,
  payload: { date: '2026-09-29', base_currency: 'USD', ...ofBank },
})
await caughtUp(run)

const get = async (path: string) => {
  const { statusCode, body, headers } = await run.app.inject({ url: `/api/compat/${path}` })
  return { status: statusCode, body: JSON.parse(body) as unknown, headers }
}

const noDay = 'A date must exist and be written as YYYY-MM-DD, such as 2026-09-29.'

describe('Frankfurter', () => {
  test.each<[string, unknown]>([
    [
      'v1/2025-08-29?base=USD&symbols=LKR',
      { amount: 1, base: 'USD', date: '2025-08-29', rates: { LKR: 302.4465 } },
    ],
    [
      'v1/latest?base=usd&symbols=lkr,aud',
      { amount: 1, base: 'USD', date: '2026-09-29', rates: { LKR: 330.5 } },
    ],
    // A Sunday, and the inverse.
    [
      'v1/2025-08-31?base=LKR',
      { amount: 1, base: 'LKR', date: '2025-08-29', rates: { USD: 0.00330636988691 } },
    ],
    [
      'v1/2025-08-28?base=USD',
      // 302.1 / 196.5
      { amount: 1, base: 'USD', date: '2025-08-28', rates: { AUD: 1.53740458015, LKR: 302.1 } },
    ],
    [
      'v2/rate/USD/LKR?date=2025-08-29',
      { date: '2025-08-29', base: 'USD', quote: 'LKR', rate: 302.4465 },
    ],
    // Both have a rate on the 28th only.
    [
      'v2/rate/AUD/USD?date=2025-08-31',
      { date: '2025-08-28', base: 'AUD', quote: 'USD', rate: 0.650446871897 },
    ],
    ['v2/rate/usd/usd?date=2025-08-31', { date: '2025-08-29', base: 'USD', quote: 'USD', rate: 1 }],
    [
      'v2/rates?base=LKR&quotes=USD,AUD',
      [
        { date: '2026-09-28', base: 'LKR', quote: 'AUD', rate: 0.00432432432432 },
        { date: '2026-09-29', base: 'LKR', quote: 'USD', rate: 0.00302571860817 },
      ],
    ],
    [
      'v2/rates?base=USD&from=2025-08-28&to=2025-08-31',
      [
        { date: '2025-08-28', base: 'USD', quote: 'AUD', rate: 1.53740458015 },
        { date: '2025-08-28', base: 'USD', quote: 'LKR', rate: 302.1 },
        { date: '2025-08-28', base: 'USD', quote: 'USD', rate: 1 },
        { date: '2025-08-29', base: 'USD', quote: 'LKR', rate: 302.4465 },
        { date: '2025-08-29', base: 'USD', quote: 'USD', rate: 1 },
      ],
    ],
    // The base is named once others are; a currency without rates here is left out.
    [
      'v2/rates?date=2025-08-31',
      [
        { date: '2025-08-28', base: 'LKR', quote: 'AUD', rate: 0.00508905852417 },
        { date: '2025-08-29', base: 'LKR', quote: 'LKR', rate: 1 },
        { date: '2025-08-29', base: 'LKR', quote: 'USD', rate: 0.00330636988691 },
      ],
    ],
    [
      'v2/rates?base=USD&quotes=JPY,LKR&expand=providers',
      [
        {
          date: '2026-09-29',
          base: 'USD',
          quote: 'LKR',
          rate: 330.5,
          providers: [{ key: 'CBSL', date: '2026-09-29', rate: 330.5 }],
        },
      ],
    ],
    ['v2/rates?base=GBP', []],
    ['v2/rates?base=JPY&from=2025-01-01', []],
    ['v2/rates?base=USD&from=2026-10-05', []],
    // A client's today may be Colombo's tomorrow.
    [
      'v1/2026-09-30?from=USD&to=LKR&amount=250.5&locale=en',
      { amount: 250.5, base: 'USD', date: '2026-09-29', rates: { LKR: 82790.25 } },
    ],
    ['v1/current?base=USD', { amount: 1, base: 'USD', date: '2026-09-29', rates: { LKR: 330.5 } }],
    // A Saturday and a Sunday.
    [
      'v1/2025-08-30..2025-08-31?base=USD&symbols=LKR,EUR',
      {
        amount: 1,
        base: 'USD',
        start_date: '2025-08-29',
        end_date: '2025-08-29',
        rates: { '2025-08-29': { LKR: 302.4465 } },
      },
    ],
    // What a bank asks for a telegraphic transfer.
    [
      'v2/rates?base=USD&providers=SAMPATH,hnb',
      [
        { date: '2026-09-29', base: 'USD', quote: 'LKR', rate: 335.25 },
        { date: '2026-09-29', base: 'USD', quote: 'USD', rate: 1 },
      ],
    ],
    [
      'v2/rate/LKR/USD?providers=sampath',
      { date: '2026-09-29', base: 'LKR', quote: 'USD', rate: 0.00298284862043 },
    ],
    [
      'v2/currency/usd',
      {
        iso_code: 'USD',
        name: 'US Dollar',
        symbol: '$',
        start_date: '2025-08-28',
        end_date: '2026-09-29',
        providers: ['CBSL', 'SAMPATH'],
      },
    ],
    ['v1/latest', { amount: 1, base: 'LKR', date: '2026-09-29', rates: { USD: 0.00302571860817 } }],
    [
      'v1/2025-08-28..2025-08-31?base=USD',
      {
        amount: 1,
        base: 'USD',
        start_date: '2025-08-28',
        end_date: '2025-08-29',
        rates: {
          '2025-08-28': { AUD: 1.53740458015, LKR: 302.1 },
          '2025-08-29': { LKR: 302.4465 },
        },
      },
    ],
    [
      'v1/2026-09-01..?base=AUD&symbols=LKR',
      {
        amount: 1,
        base: 'AUD',
        start_date: '2026-09-28',
        end_date: '2026-09-28',
        rates: { '2026-09-28': { LKR: 231.25 } },
      },
    ],
    // Of whole months: (302.1 + 302.4465) / 2, and its inverse; of a pair, the days of both.
    [
      'v2/rates?base=USD&quotes=LKR,AUD&from=1999-01-31&to=2099-01-01&group=month',
      [
        { date: '2025-08-01', base: 'USD', quote: 'AUD', rate: 1.53740458015 },
        { date: '2025-08-01', base: 'USD', quote: 'LKR', rate: 302.27325 },
        { date: '2026-09-01', base: 'USD', quote: 'LKR', rate: 330.5 },
      ],
    ],
    [
      'v2/rates?quotes=USD&from=2025-08-29&to=2025-08-29&group=month',
      [{ date: '2025-08-01', base: 'LKR', quote: 'USD', rate: 0.00330826495563 }],
    ],
    // Thursday 28 and Friday 29 August.
    [
      'v2/rates?base=USD&quotes=LKR&from=2025-08-26&to=2025-09-30&group=week',
      [{ date: '2025-08-25', base: 'USD', quote: 'LKR', rate: 302.27325 }],
    ],
    ['v2/rates?base=USD&providers=ECB', []],
    [
      'v2/rates?base=USD&quotes=LKR&providers=ecb,cbsl',
      [{ date: '2026-09-29', base: 'USD', quote: 'LKR', rate: 330.5 }],
    ],
    [
      'v1/currencies',
      {
        AUD: 'Australian Dollar',
        CAD: 'Canadian Dollar',
        GBP: 'British Pound',
        LKR: 'Sri Lankan Rupee',
        USD: 'US Dollar',
      },
    ],
    [
      'v2/currencies?scope=all',
      [
        ['AUD', 'Australian Dollar', '$', '2025-08-28', '2026-09-28'],
        ['CAD', 'Canadian Dollar', '$', null, null],
        ['GBP', 'British Pound', '£', null, null],
        ['LKR', 'Sri Lankan Rupee', 'Rs', '2025-08-28', '2026-09-29'],
        ['USD', 'US Dollar', '$', '2025-08-28', '2026-09-29'],
      ].map(([iso_code, name, symbol, start_date, end_date]) => ({
        iso_code,
        name,
        symbol,
        start_date,
        end_date,
      })),
    ],
    [
      'v2/providers',
      [
        {
          key: 'CBSL',
          name: 'Central Bank of Sri Lanka',
          base: 'LKR',
          pivot_currency: 'LKR',
          rate_type: 'indicative rate',
          start_date: '2025-08-28',
          end_date: '2026-09-29',
          currencies: ['AUD', 'CAD', 'GBP', 'LKR', 'USD'],
        },
        {
          key: 'SAMPATH',
          name: 'Sampath Bank',
          base: 'LKR',
          pivot_currency: 'LKR',
          rate_type: 'TT selling rate',
          start_date: '2026-09-29',
          end_date: '2026-09-29',
          currencies: ['LKR', 'USD'],
        },
      ],
    ],
  ])('%s is answered in its form, with the rates’ own day', async (path, body) => {
    const response = await get(`frankfurter/${path}`)
    expect([response.status, response.body]).toEqual([200, body])
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      etag: expect.any(String) as string,
    })
  })

  test.each<[string, number, object]>([
    ['v1/latest?base=EUR&symbols=LKR', 404, { message: 'not found' }],
    ['v1/1999-01-01?base=USD', 404, { message: 'not found' }],
    ['v1/2020-01-01..2020-12-31', 404, { message: 'not found' }],
    ['v1/2025-08-28..2025-08-32', 422, { message: noDay }],
    [
      'v2/rates?from=2025-08-28&group=year',
      422,
      { status: 422, message: 'group must be one of week, month.' },
    ],
    ['v1/2026-09-29..2026-09-28?base=USD', 404, { message: 'not found' }],
    ['v2/currency/EUR', 404, { status: 404, message: 'not found' }],
    ['v2/rate/USD/EUR', 404, { status: 404, message: 'not found' }],
    ['v2/rate/USD/LKR?providers=ECB', 404, { status: 404, message: 'not found' }],
    ['v1/yesterday?base=USD', 422, { message: noDay }],
    ['v1/latest?base=USD&symbols=USD', 422, { message: 'bad currency pair' }],
    ['v1/latest?base=USD&amount=0', 422, { message: 'invalid amount' }],
    ['v2/rates?amount=10', 422, { status: 422, message: 'This field is not recognised.' }],
    ['v2/rate/USD/XXX', 422, { status: 422, message: 'invalid currency: XXX' }],
    ['v2/rate/GBP/LKR', 404, { status: 404, message: 'not found' }],
    ['v2/rate/USD/LKR?date=2026-02-30', 422, { status: 422, message: noDay }],
    [
      'v2/rates?base=USD&date=2025-08-29&from=2025-08-01',
      422,
      { status: 422, message: 'conflicting params' },
    ],
  ])('%s is refused in its form', async (path, status, body) => {
    const response = await get(`frankfurter/${path}`)
    expect([response.status, response.body]).toEqual([status, body])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('ERPNext’s provider settings find a number under the result key that they name', async () => {
    // As `validate_parameters` and `get_exchange_rate` do: an address and parameters with
    // placeholders, and the keys of the result.
    const settings = {
      endpoint: 'frankfurter/v2/rate/{from_currency}/{to_currency}',
      parameters: { date: '{transaction_date}' },
      resultKeys: ['rate'],
    }
    const filled = (text: string) =>
      text
        .replace('{from_currency}', 'USD')
        .replace('{to_currency}', 'LKR')
        .replace('{transaction_date}', '2026-09-29')
    const query = Object.entries(settings.parameters).map(
      ([name, text]) => `${name}=${filled(text)}`,
    )
    const { body } = await get(`${filled(settings.endpoint)}?${query.join('&')}`)
    const value = settings.resultKeys.reduce<unknown>(
      (part, key) => (part as Record<string, unknown>)[key],
      body,
    )
    expect(value).toBe(330.5)
  })
})
