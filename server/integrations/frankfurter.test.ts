import { describe, expect, test } from 'vitest'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const env = {
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
    ['v2/rates?base=GBP', []],
    ['v2/rates?base=JPY&from=2025-01-01', []],
    ['v2/rates?base=USD&from=2026-10-05', []],
    // A client's today may be Colombo's tomorrow.
    [
      'v1/2026-09-30?from=USD&to=LKR&amount=1&locale=en',
      { amount: 1, base: 'USD', date: '2026-09-29', rates: { LKR: 330.5 } },
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
    ['v1/2026-09-29..2026-09-28?base=USD', 404, { message: 'not found' }],
    ['v2/rate/USD/EUR', 404, { status: 404, message: 'not found' }],
    ['v1/yesterday?base=USD', 422, { message: noDay }],
    ['v1/latest?base=USD&amount=10', 422, { message: 'only amount=1 is supported' }],
    [
      'v2/rates?from=2025-08-28&group=month',
      422,
      { status: 422, message: 'unsupported parameter' },
    ],
    ['v2/rate/USD/LKR?providers=ECB', 422, { status: 422, message: 'unsupported parameter' }],
    ['v1/latest?base=USD&symbols=USD', 422, { message: 'bad currency pair' }],
    ['v2/rate/USD/XXX', 422, { status: 422, message: 'invalid currency: XXX' }],
    ['v2/rate/GBP/LKR', 404, { status: 404, message: 'not found' }],
    ['v2/rate/USD/LKR?date=2026-02-30', 422, { status: 422, message: noDay }],
    [
      'v2/rates?base=USD&date=2025-08-29&from=2025-08-01',
      422,
      { status: 422, message: 'conflicting params' },
    ],
    ['v2/rates?base=USD&to=2025-08-01', 422, { status: 422, message: 'conflicting params' }],
    ['v1/latest?base=USD&from=AUD', 422, { message: 'conflicting params' }],
    ['v1/latest?base=USD&symbols=LKR&to=AUD', 422, { message: 'conflicting params' }],
  ])('%s is refused in its form', async (path, status, body) => {
    const response = await get(`frankfurter/${path}`)
    expect([response.status, response.body]).toEqual([status, body])
    expect(response.headers['cache-control']).toBe('no-store')
  })
})
