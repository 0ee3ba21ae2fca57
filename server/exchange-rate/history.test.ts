import { brotliDecompressSync } from 'node:zlib'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { rateBoard } from '../../contract/rate-board.ts'
import type { citedRate, rateHistory } from '../../contract/rate-history.ts'
import { daysFromTo } from '../../domain/calendar-date.ts'
import { ask } from '../testing/ask.ts'
import { startDesk, usd, type Desk } from './manual-rates.fixture.ts'
import { publish } from './published-rates.fixture.ts'

let desk: Desk
const url = '/api/exchange-rate'
const history = (query = '', currency = 'USD') =>
  ask<typeof rateHistory>(desk.run, { url: `${url}/${currency}/history${query}` })
const file = (ending: string, query = '', headers = {}) =>
  desk.run.app.inject({ url: `${url}/USD/history.${ending}${query}`, headers })
const cite = (date: string, query = '', { run } = desk) =>
  ask<typeof citedRate>(run, { url: `${url}/USD/on/${date}${query}` })

beforeAll(async () => {
  desk = await startDesk()
  await publish(desk.run, 'cbsl', 'USD', { '1995-06-30': '51.2', '2026-08-31': '333', '2026-09-25': '300.5' })
})
afterAll(() => desk.run.close())

describe('the board', () => {
  test('shows each currency with its day, its change on the published day before, and the last 30 days', async () => {
    const { body } = await ask<typeof rateBoard>(desk.run, { url: `${url}/board?date=2026-09-29` })
    expect(body.data.requested_date).toBe('2026-09-29')
    expect(body.data.rates.map(({ currency }) => currency)).toEqual(['USD', 'AUD', 'CAD', 'GBP'])
    expect(body.data.rates[0]).toEqual({
      currency: 'USD',
      rate: 301.1,
      date: '2026-09-29',
      source: 'cbsl',
      change: 0.2,
      previous_date: '2026-09-28',
      weekly_average: 300.8333,
      points: [
        { date: '2026-08-31', rate: 333 },
        { date: '2026-09-25', rate: 300.5 },
        { date: '2026-09-28', rate: 300.9 },
        { date: '2026-09-29', rate: 301.1 },
      ],
    })
    expect(body.data.rates[3]).toMatchObject({ rate: null, change: null, points: [], weekly_average: null })
  })

  test('of a Sunday compares Friday with Monday’s forerunner, and refuses a day to come', async () => {
    const sunday = await ask<typeof rateBoard>(desk.run, { url: `${url}/board?date=2026-09-27` })
    expect(sunday.body.data.rates[0]).toMatchObject({ date: '2026-09-25', previous_date: '2026-08-31' })
    expect((await ask(desk.run, { url: `${url}/board?date=2026-09-30` })).status).toBe(400)
  })
})

describe('a history', () => {
  test('has the days with a rate of a period, and the first day that there is', async () => {
    const { body } = await history('?from=2026-09-01&to=2026-09-28')
    expect(body.data).toMatchObject({ currency: 'USD', from: '2026-09-01', oldest_date: '1995-06-30' })
    expect(body.data.rates).toEqual([
      { date: '2026-09-25', rate: 300.5, source: 'cbsl' },
      { date: '2026-09-28', rate: 300.9, source: 'cbsl' },
    ])
  })

  test('is of the last 30 days unless told, and of everything from 1900 on', async () => {
    expect((await history()).body.data).toMatchObject({ from: '2026-08-31', to: '2026-09-29' })
    expect((await history('?from=1900-01-01')).body.data.rates).toHaveLength(5)
    expect((await history('?from=1900-01-01', 'GBP')).body.data).toMatchObject({
      rates: [],
      oldest_date: null,
    })
  })

  test('of years goes out compressed to who takes that, and is not sent again to who has it', async () => {
    await publish(
      desk.run,
      'cbsl',
      'CAD',
      Object.fromEntries(
        daysFromTo('2020-01-01' as never, '2021-12-31' as never).map((date) => [date, '210.5']),
      ),
    )
    const asked = `${url}/CAD/history?from=2020-01-01&to=2021-12-31`
    const plain = await desk.run.app.inject({ url: asked })
    expect(plain.rawPayload.length).toBeGreaterThan(30_000)
    const br = await desk.run.app.inject({ url: asked, headers: { 'accept-encoding': 'gzip, br' } })
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      etag: plain.headers.etag,
    })
    expect(br.rawPayload.length).toBeLessThan(3000)
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    const origin = await desk.run.app.listen({ port: 0 })
    const headers = { 'if-none-match': plain.headers.etag ?? '', 'accept-encoding': 'br' }
    expect((await fetch(origin + asked)).headers.get('content-encoding')).toMatch(/br|gzip/)
    const again = await fetch(origin + asked, { headers })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(plain.headers.etag)
    expect(again.headers.get('vary')).toBe('Accept-Encoding')
    const head = await fetch(origin + asked, { headers, method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([304, null])
  })

  test.each(['?to=2026-09-30', '?from=2026-09-29&to=2026-09-28', '?from=x', '?days=7'])(
    'is refused for %s',
    async (query) => {
      expect((await history(query)).status).toBe(400)
      expect((await file('csv', query)).statusCode).toBe(400)
    },
  )

  test('comes as CSV, to the last decimal', async () => {
    const { body, headers } = await file('csv', '?from=2026-09-26')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="USD-LKR-2026-09-26-to-2026-09-29.csv"')
    expect(body).toBe(
      'Date,Currency,Rate (LKR),Source\r\n' +
        '2026-09-28,USD,300.9000,Central Bank of Sri Lanka\r\n' +
        '2026-09-29,USD,301.1000,Central Bank of Sri Lanka\r\n',
    )
  })

  test('comes as a spreadsheet whose days are days and whose numbers are numbers', async () => {
    const { rawPayload, headers } = await file('xlsx', '?from=2026-09-26')
    expect(headers['content-disposition']).toContain('.xlsx"')
    const [sheet] = await readXlsxFile(rawPayload)
    expect(sheet?.sheet).toBe('USD in LKR')
    expect(sheet?.data[1]).toEqual([
      new Date('2026-09-28T00:00:00Z'),
      'USD',
      300.9,
      'Central Bank of Sri Lanka',
    ])
  })

  test('is made one after the other, and only so many wait', async () => {
    const days = ['01', '02', '03', '04', '05', '06', '07', '08']
    const answers = await Promise.all(days.map((day) => file('xlsx', `?from=2026-09-${day}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 503, 503, 503])
    expect(answers[7]?.headers['retry-after']).toBe('2')
    expect((await file('xlsx', '?from=2026-09-08')).statusCode).toBe(200)
  })

  test('is not sent again to who has it, and is another file after a change', async () => {
    for (const ending of ['csv', 'xlsx']) {
      const { headers } = await file(ending)
      const asked = { 'if-none-match': headers.etag ?? '' }
      expect((await file(ending, '', asked)).statusCode).toBe(304)
      const { id } = (await desk.post(usd)).body.data
      expect((await file(ending, '', asked)).statusCode).toBe(200)
      await desk.remove(id)
    }
  })
})

describe('a cited rate', () => {
  test('of a feed says since when it is known, and has no person in it', async () => {
    const { status, body, headers } = await cite('2026-09-28')
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('public')
    expect(body.data).toMatchObject({
      date: '2026-09-28',
      rate: 300.9,
      source: 'cbsl',
      since: '2026-09-29T06:30:00.000Z',
      entered_by: null,
      known_at: null,
    })
  })

  test.each([
    ['nobody by name, as everywhere in public', 'off', 'a registered user', 'a registered user'],
    ['their names where PUBLIC_NAMES=on', 'on', 'Nimal Perera', 'Kumari Silva'],
  ])(
    'shows who entered it (%s), its history, and what was known at an instant',
    async (_what, names, nimal, kumari) => {
      const desk = await startDesk({ PUBLIC_NAMES: names })
      await publish(desk.run, 'cbsl', 'USD', { '2026-09-25': '300.5' })
      const day = '2026-09-25'
      const at = (instant: string) => desk.run.clock.set(instant)
      at('2026-09-29T07:00:00Z')
      const { id } = (await desk.post({ ...usd, date: day, reason: 'secret' })).body.data
      at('2026-09-29T08:00:00Z')
      await desk.post({ ...usd, date: day, rate: 302 }, {}, desk.kumari)
      at('2026-09-29T09:00:00Z')
      await desk.remove(id)

      const known = async (knownAt?: string) => {
        const { body } = await cite(day, knownAt === undefined ? '' : `?known_at=${knownAt}`, desk)
        return [body.data.rate, body.data.source, body.data.entered_by, body.data.revisions.length]
      }
      expect(await known()).toEqual([300.5, 'cbsl', null, 4])
      expect(await known('2026-09-29T08:30:00Z')).toEqual([302, 'manual', kumari, 3])
      expect(await known('2026-09-29T07:59:59Z')).toEqual([301.25, 'manual', nimal, 2])
      expect(await known('2026-09-29T06:59:00Z')).toEqual([300.5, 'cbsl', null, 1])
      expect(await known('2026-09-29T06:00:00Z')).toEqual([null, null, null, 0])
      const { body } = await cite(day, '', desk)
      expect(body.data.revisions.map(({ source, rate, by }) => [source, rate, by])).toEqual([
        ['cbsl', 300.5, null],
        ['manual', 301.25, nimal],
        ['manual', 302, kumari],
        ['manual', null, nimal],
      ])
      expect(JSON.stringify(body)).not.toMatch(/@|secret|127\.0\.0\.1/)
      await desk.run.close()
    },
  )

  test('shows its last 50 changes and how many there are, older ones by page, and the same rate on each', async () => {
    const date = '2026-09-24'
    for (let n = 1; n <= 111; n++) await desk.post({ ...usd, date, rate: 300 + n / 100 })
    const page = async (query: string) => {
      const { body } = await cite(date, query)
      const { data, current_page, last_page, per_page, total } = body
      expect([data.rate, data.source, per_page, total]).toEqual([301.11, 'manual', 50, 111])
      return [
        current_page,
        last_page,
        data.revisions.length,
        data.revisions[0]?.rate,
        data.revisions.at(-1)?.rate,
      ]
    }
    expect(await page('')).toEqual([1, 3, 50, 300.62, 301.11])
    expect(await page('?page=2')).toEqual([2, 3, 50, 300.12, 300.61])
    expect(await page('?page=3')).toEqual([3, 3, 11, 300.01, 300.11])
    expect(await page('?page=4')).toEqual([4, 3, 0, undefined, undefined])
    expect((await cite(date, '?page=0')).status).toBe(400)
  })

  test('is not found for a day that never had one, with the reason', async () => {
    const { status, body } = await cite('2026-09-27')
    expect(status).toBe(404)
    expect(body.message).toContain('27 Sep 2026')
    expect(body.message).toContain('weekend')
  })

  test.each(['2026-02-30', '2026-09-30', 'today'])('is refused for %s', async (date) => {
    expect((await cite(date)).status).toBe(400)
  })

  test.each(['now', '2026-09-29', '2026-13-45T00:00:00Z', '2100-01-01T00:00:00Z'])(
    'is refused as known at %s',
    async (instant) => {
      expect((await cite('2026-09-28', `?known_at=${instant}`)).status).toBe(400)
    },
  )
})
