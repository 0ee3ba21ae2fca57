import { describe, expect, test } from 'vitest'
import { previewImport } from '../../contract/imports.ts'
import { currencies } from '../../domain/currency.ts'
import { exportNames } from '../../domain/integrations.ts'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { readHistoryFile } from '../imports/history.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { clearRates } from '../testing/store-rates.ts'

const file = (name: string, query = '?from=2025-05-01&to=2025-08-31', headers = {}) =>
  ratesApp.run.app.inject({ url: `/api/export/${name}${query}`, headers })
const text = async (name: string, query?: string) => (await file(name, query)).body

const ratesApp = await ratesAppOfFile()
const { run } = ratesApp
await publish(run, 'cbsl', 'USD', { '2025-05-19': '298.8165', '2025-08-29': '302.4465' })
await publish(run, 'cbsl', 'AUD', { '2025-05-19': '191.885' })
await publish(run, 'cbsl', 'USD', { '2026-07-20': '331.5003' }, 'tt-buying')
await publish(run, 'cbsl', 'USD', { '2026-07-20': '340.9069' }, 'tt-selling')

const HEAD =
  '; Central Bank of Sri Lanka: all rights reserved, https://www.cbsl.gov.lk/en/rates-and-indicators/exchange-rates\n'

test('the series name the sources of published figures, with their licence', async () => {
  const sources = async () => {
    const response = await run.app.inject({ url: '/api/exchange-rate/series' })
    return response.json<{ data: { sources: object[] } }>().data.sources
  }
  const cbsl = {
    source: 'cbsl',
    url: 'https://www.cbsl.gov.lk/en/rates-and-indicators/exchange-rates',
    licence: null,
  }
  expect(await sources()).toEqual([cbsl])
  await publish(run, 'sample', 'USD', { '2026-09-25': '300' })
  const sample = { source: 'sample', licence: 'CC0-1.0' }
  expect(await sources()).toMatchObject([cbsl, sample])
  expect((await file('USD.ledger')).body).toMatch(/^; Central Bank.*\n; Sample: licence CC0-1.0, /)
  await clearRates(run.db, run.clock.now(), ['sample'])
  await caughtUp(run)
})

describe('a file for another program', () => {
  test.each([
    [
      'all.beancount',
      `${HEAD}2025-05-19 price USD 298.8165 LKR\n2025-08-29 price USD 302.4465 LKR\n2025-05-19 price AUD 191.8850 LKR\n`,
    ],
    ['USD.ledger', `${HEAD}P 2025-05-19 USD 298.8165 LKR\nP 2025-08-29 USD 302.4465 LKR\n`],
    [
      'USD.csv',
      'date,currency,rate,kind,publisher,units\r\n2025-05-19,USD,298.8165,indicative,,1\r\n2025-08-29,USD,302.4465,indicative,,1\r\n',
    ],
    [
      'all.odoo.csv',
      'id,rate_ids/name,rate_ids/inverse_company_rate\r\nbase.USD,2025-05-19,298.8165\r\n,2025-08-29,302.4465\r\n' +
        'base.AUD,2025-05-19,191.8850\r\n',
    ],
    ['GBP.beancount', HEAD],
  ])('is %s to the byte: rupees per unit, only days with their own rate', async (name, bytes) => {
    const { body, headers } = await file(name)
    expect(body).toBe(bytes)
    expect(headers['content-type']).toBe(
      `text/${name.endsWith('csv') ? 'csv' : 'plain'}; charset=utf-8`,
    )
    const { body: head, statusCode } = await ratesApp.run.app.inject({
      method: 'HEAD',
      url: `/api/export/${name}`,
    })
    expect([statusCode, head]).toEqual([200, ''])
  })

  test('covers the last 400 days by default and answers 304 until a change', async () => {
    const { body, headers } = await file('USD.ledger', '')
    expect(body.startsWith(HEAD)).toBe(true)
    expect(
      body
        .slice(HEAD.length)
        .split('\n')
        .map((line) => line.slice(2, 12)),
    ).toEqual(['2025-08-29', '2026-09-28', '2026-09-29', ''])
    expect(headers['content-disposition']).toBe(
      'attachment; filename="USD-LKR-indicative-2025-08-26-to-2026-09-29.ledger"',
    )
    const known = { 'if-none-match': headers.etag ?? '' }
    expect((await file('USD.ledger', '', known)).statusCode).toBe(304)
    expect((await file('USD.beancount', '', known)).statusCode).toBe(200)
    const { id } = (await ratesApp.post(usd)).body.data
    expect((await file('USD.ledger', '', known)).statusCode).toBe(200)
    await ratesApp.remove(id)
  })

  test.each([
    ['USD.xml', '', 404, 'The file must be a currency or all, a dot and one of beancount, ledger,'],
    ['EUR.csv', '', 404, 'The file must be'],
    ['USD.csv', '?to=2026-09-30', 400, 'The date must not be after today, 29 Sep 2026.'],
    ['USD.csv', '?from=2026-09-29&to=2026-09-28', 400, 'The period must begin before it ends.'],
    ['USD.csv', '?from=2026-02-30', 400, 'A date must exist'],
    ['USD.csv', '?kind=spot', 400, 'The kind must be one of'],
  ])('is refused for %s%s with %i and a sentence', async (name, query, status, sentence) => {
    const { statusCode, body } = await file(name, query)
    expect([statusCode, (JSON.parse(body) as { message: string }).message]).toEqual([
      status,
      expect.stringContaining(sentence),
    ])
  })

  test('is limited per address, then available again', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => file('all.csv')))
    expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 200, 200, 200, 503, 503, 503, 503,
    ])
    await expect.poll(async () => (await file('all.csv')).statusCode).toBe(200)
  })
})

test('an exported CSV imports unchanged, and its history reads without errors', async () => {
  const { headers } = ratesApp.nimal
  const entered = { '2026-09-25': 300.0001, '2026-09-28': 300.1, '2026-09-29': 300.25 }
  for (const [date, rate] of Object.entries(entered))
    for (const base_currency of currencies())
      await ratesApp.post({ ...usd, base_currency, date, rate })
  const exported = await text('all.csv', '?from=2026-09-25')
  const { status, body } = await ratesApp.run.post<typeof previewImport>(
    previewImport.url,
    exported,
    { ...headers, 'content-type': 'text/csv' },
  )
  expect([status, body.data.rows.map(({ state }) => state)]).toEqual([
    200,
    Array(12).fill('unchanged'),
  ])
  const history = await readHistoryFile(
    await text('all.csv', '?from=1900-01-01'),
    '2026-09-29' as never,
  )
  expect(history.errors).toEqual([])
  expect(history.rates).toHaveLength(15)
  await ratesApp.clear()
  await caughtUp(ratesApp.run)
})

test('every file named in the contract exists', async () => {
  for (const name of exportNames()) expect((await file(name)).statusCode, name).toBe(200)
})

describe('one plain number', () => {
  const value = (path: string, headers = {}) =>
    ratesApp.run.app.inject({ url: `/api/value/USD/${path}`, headers })

  test.each([
    ['2025-08-29.txt', '302.4465\n', '2025-08-29'],
    ['2025-08-31.txt', '302.4465\n', '2025-08-29'],
    ['latest.txt', '301.1000\n', '2026-09-29'],
    ['latest.txt?strict=1', '301.1000\n', '2026-09-29'],
    ['2025-08/closing.txt', '302.4465\n', '2025-08-29'],
    ['2026-09/average.txt', '301.0000\n', '2026-09-29'],
    ['2026-07-31.txt?kind=tt-selling', '340.9069\n', '2026-07-20'],
  ])('is at %s, with the rate’s own day in a header', async (path, body, date) => {
    const response = await value(path)
    expect([response.statusCode, response.body, response.headers['rate-date']]).toEqual([
      200,
      body,
      date,
    ])
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    const known = await value(path, { 'if-none-match': response.headers.etag ?? '' })
    expect([known.statusCode, known.body, known.headers['rate-date']]).toEqual([304, '', date])
  })

  test.each([
    ['2025-08-31.txt?strict=1', 404, 'No rate of the US Dollar on 31 Aug 2025 is known: weekend.'],
    ['2025-09-01.txt?strict=1', 404, '1 Sep 2025 is known: it may have been a bank holiday.'],
    ['1999-01-01.txt', 404, 'before 1 Jan 1999: the first is of 19 May 2025.'],
    ['2026-09-30.txt', 400, 'The date must not be after today, 29 Sep 2026.'],
    ['today.txt', 400, 'A date must exist and be written as YYYY-MM-DD, such as 2026-09-29.'],
    ['latest.txt?strict=yes', 400, 'strict must be 0 or 1.'],
    ['2025-09/average.txt', 404, 'No rate of the US Dollar is known in 2025-09.'],
    ['2025-13/average.txt', 404, 'A month must be written as YYYY-MM'],
    ['2025-08/median.txt', 404, 'The figure must be average or closing.'],
    ['2025-08-29', 404, 'Resource not found'],
  ])('is refused for %s with %i and a sentence', async (path, status, sentence) => {
    const { statusCode, body } = await value(path)
    expect([statusCode, (JSON.parse(body) as { message: string }).message]).toEqual([
      status,
      expect.stringContaining(sentence),
    ])
  })
})
