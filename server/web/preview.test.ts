import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { rateBoardResponse } from '../rates/history-responses.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { boardImage, rateImage, type KnownRow } from './preview-image.ts'

const ORIGIN = 'https://rates.example.lk'
const LAST = calendarDateOf('2026-09-28')

const webRoot = join(import.meta.dirname, '..', '..', 'dist')
const env = {
  PROVIDER_NAME: 'Bank of Kandy & Sons',
  PUBLIC_URL: ORIGIN,
  REGISTRATION: 'invited',
  RATE_FEED: 'cbsl',
}
const test = await testAppOfFile({ webRoot, env })
const days = Array.from(
  { length: 30 },
  (_, at) => [addDays(LAST, -at), (330.4329 - at / 10).toFixed(4)] as const,
)
await publish(test, 'cbsl', 'USD', Object.fromEntries(days))
await publish(test, 'cbsl', 'AUD', { '2026-09-25': '232.2555' })
await publish(test, 'cbsl', 'USD', { '2026-09-28': '335.1' }, 'tt-selling')

const get = (url: string, headers = {}) => test.app.inject({ url, headers })
/** Width and height of a PNG: the first chunk after the signature (PNG, 11.2.1). */
const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]

async function previewOf(url: string): Promise<Readonly<Record<string, string>>> {
  const tags = (await get(url)).body.matchAll(/<meta property="((?:og|twitter):[\w:]+)" content="([^"]*)">/g)
  return Object.fromEntries(
    [...tags].map(([, name = '', text = '']) => [name, text.replaceAll('&amp;', '&')]),
  )
}

describe('the preview image', () => {
  it('says figure, change, day, source and whose it is, all currencies on that of the board', () => {
    const context = { providerName: 'Bank of Kandy & Sons', publicUrl: ORIGIN, kind: 'tt-selling' } as const
    const { rates } = rateBoardResponse(test.deps.publicRates.snapshot()).data
    const rows = rates.filter((row): row is KnownRow => row.rate !== null)
    const one = rows.slice(0, 1).map((row) => rateImage(row, context))
    for (const said of [
      '1 USD =',
      '330.4329',
      '+0.1000',
      '28 Sep 2026',
      'TT selling',
      'Central Bank of Sri Lanka',
    ])
      expect(one.join('')).toContain(said)
    expect(one.join('')).toContain('>Bank of Kandy &amp; Sons<')
    const board = boardImage(rows, { ...context, providerName: 'ලංකා බැංකුව' })
    for (const said of [
      'USD',
      '330.4329',
      '28 Sep 2026',
      'AUD',
      '232.2555',
      '25 Sep 2026',
      'rates.example.lk',
    ])
      expect(board).toContain(`>${said}<`)
  })

  it('is a PNG of 1200×630 for everyone, another for another day, currency and kind', async () => {
    const urls = ['USD.png', 'USD.png?date=2026-09-25', 'USD.png?kind=tt-selling', 'AUD.png', 'rates.png']
    const images = await Promise.all(urls.map((url) => get(`/preview/${url}`)))
    const board = await get('/api/exchange-rate/board')
    for (const { statusCode, headers, rawPayload } of images) {
      expect([statusCode, headers['content-type'], ...sizeOf(rawPayload)]).toEqual([
        200,
        'image/png',
        'PNG',
        1200,
        630,
      ])
      expect(headers['cache-control']).toBe(board.headers['cache-control'])
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
      // WhatsApp takes no image above 600 KB.
      expect(rawPayload.length).toBeLessThan(200_000)
    }
    expect(new Set(images.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(urls.length)
    expect(new Set(images.map(({ headers }) => headers.etag)).size).toBe(urls.length)
  })

  it('is the same whatever else its address says, and is not sent twice', async () => {
    const first = await get('/preview/USD.png?date=2026-09-28')
    const second = await get('/preview/USD.png?date=2026-09-28&figures=1.0000&any=thing')
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    const etag = String(first.headers.etag)
    const known = await get('/preview/USD.png?date=2026-09-28', { 'if-none-match': etag })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
  })

  it.each([
    'EUR.png',
    'usd.png',
    'USD.svg',
    'GBP.png',
    'AUD.png?date=2026-09-26',
    'rates.png?date=2026-08-01',
    'USD.png?date=2026-09-31',
    'USD.png?date=2026-09-28&date=2026-09-25',
    'USD.png?date=2099-01-01',
    'USD.png?kind=retail',
  ])('of %s is not there', async (url) => {
    const { statusCode, headers } = await get(`/preview/${url}`)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).not.toBe('image/png')
  })
})

describe('the preview of a page', () => {
  const usd = (date: string, figure: string, kind = '') =>
    `${ORIGIN}/preview/USD.png?date=${date}${kind}&figures=${figure}`
  const board = `${ORIGIN}/preview/rates.png?date=2026-09-28&figures=330.4329-232.2555`

  it.each([
    ['/', board],
    ['/rates', board],
    ['/rates?date=2026-09-25', `${ORIGIN}/preview/rates.png?date=2026-09-25&figures=330.1329-232.2555`],
    ['/rates?side=import', `${ORIGIN}/preview/rates.png?date=2026-09-28&kind=tt-selling&figures=335.1000`],
    ['/rates/USD', usd('2026-09-28', '330.4329')],
    ['/rates/USD?side=import', usd('2026-09-28', '335.1000', '&kind=tt-selling')],
    ['/rates/USD/2026-09-25', usd('2026-09-25', '330.1329')],
    ['/?amount=10&currency=USD&date=2026-09-25', usd('2026-09-25', '330.1329')],
    ['/si/rates', board],
    ['/ta/rates/USD', usd('2026-09-28', '330.4329')],
  ])('%s has an image of its figures', async (url, image) => {
    const tags = await previewOf(url)
    expect(tags['og:image']).toBe(image)
    expect([tags['og:image:width'], tags['og:image:height']]).toEqual(['1200', '630'])
    expect(tags['og:image:alt']).toContain(/figures=([\d.]+)/.exec(image)?.[1])
    expect(tags['twitter:card']).toBe('summary_large_image')
    expect((await get(image.slice(ORIGIN.length))).headers['content-type']).toBe('image/png')
  })

  it('has the icon where a page shows no rate as it is known now', async () => {
    for (const url of ['/rates/USD/2026-09-28?known_at=2026-09-29T12:00', '/periods/USD']) {
      const tags = await previewOf(url)
      expect([url, tags['og:image'], tags['twitter:card']]).toEqual([
        url,
        `${ORIGIN}/icon-512.png`,
        'summary',
      ])
    }
  })

  it('has another image after a correction', async () => {
    const before = await get('/preview/USD.png')
    await test.db
      .updateTable('published_rate')
      .set({ rate: '331.0001' })
      .where('currency', '=', 'USD')
      .where('kind', '=', 'indicative')
      .where('date', '=', LAST)
      .execute()
    await caughtUp(test)
    expect((await previewOf('/rates/USD'))['og:image']).toBe(usd('2026-09-28', '331.0001'))
    const after = await get('/preview/USD.png')
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })
})
