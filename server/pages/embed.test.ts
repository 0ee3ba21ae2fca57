import { hash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { storeRates } from '../testing/store-rates.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const LAST = calendarDateOf('2026-09-29')
const test = await testAppOfFile({
  webRoot: join(import.meta.dirname, '..', '..', 'dist'),
  env: { SITE_NAME: 'Bank of “Kandy” & Sons', RATE_FEED: 'cbsl' },
})
const days = Array.from({ length: 40 }, (_, at) => [addDays(LAST, -at), `${330 - at / 7}`] as const)
await publish(
  test,
  'cbsl',
  'USD',
  Object.fromEntries(days.map(([day, rate]) => [day, Number(rate).toFixed(4)])),
)

const get = (url: string, headers = {}) => test.app.inject({ url, headers })

describe('the card for other sites', () => {
  it('shows rate, change, day, source and site in under 4 KB without scripts or cookies', async () => {
    const { body, headers, rawPayload } = await get('/embed/USD')
    const expected = [
      '330.0000',
      '+0.04 %',
      '▲',
      '29\u00a0Sep\u00a02026',
      'Central Bank of Sri Lanka',
      'Bank of “Kandy” &amp; Sons',
    ]
    expect(expected.filter((text) => !body.includes(text))).toEqual([])
    expect(rawPayload.length).toBeLessThan(4096)
    expect(body).not.toMatch(/<script| style=| on\w+=/)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('exists in each language and links to it', async () => {
    for (const [language, name] of [
      ['si', 'ඇමරිකානු ඩොලර්'],
      ['ta', 'அமெரிக்க டாலர்'],
    ] as const) {
      const { body } = await get(`/${language}/embed/USD`)
      expect(body).toContain(`<h1>${name}</h1>`)
      expect(body).toContain('330.0000')
      expect(body).toContain(`/${language}/rates/USD"`)
    }
  })

  it('may be framed anywhere, unlike other pages', async () => {
    const { body, headers } = await get('/embed/USD')
    const [, styles = ''] = /<style>(.*)<\/style>/.exec(body) ?? []
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', styles, 'base64')}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
    )
    expect(headers['x-frame-options']).toBeUndefined()
    for (const url of ['/embed/EUR', '/embed/usd', '/api/exchange-rate/board']) {
      const other = await get(url)
      expect([url, other.headers['x-frame-options']]).toEqual([url, 'DENY'])
      expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    expect((await get('/embed/EUR')).statusCode).toBe(404)
  })

  it('is cached like other public reads and follows changes', async () => {
    const { headers } = await get('/embed/USD')
    const board = await get('/api/exchange-rate/board')
    expect(headers['cache-control']).toBe(board.headers['cache-control'])
    const etag = String(headers.etag)
    expect((await get('/embed/USD', { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get('/embed/GBP')).body).toContain('No rate is known.')
    await publish(test, 'cbsl', 'GBP', { '2026-09-29': '438.0599' })
    expect((await get('/embed/GBP')).body).toContain('438.0599')
  })

  it('shows the published rate instead of the line under an entered one', async () => {
    const entered = { ...seriesOf('USD'), date: LAST, source: 'manual', rate: '331.5' } as const
    await storeRates(test.db, [entered], test.clock.now())
    await caughtUp(test)
    const { body } = await get('/embed/USD')
    expect(body).toContain(
      '29\u00a0Sep\u00a02026, Entered by hand</p><p>Central Bank of Sri Lanka: 330.0000',
    )
    expect(body).not.toContain('<svg')
  })
})
