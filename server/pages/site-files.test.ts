import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publish } from '../rates/published-rates.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const webRoot = join(import.meta.dirname, '..', '..', 'dist')
const test = await testAppOfFile({
  webRoot,
  env: { SITE_NAME: 'Bank of Kandy', RATE_FEED: 'cbsl' },
})
await publish(test, 'cbsl', 'USD', { '2026-09-25': '330.0327', '2026-09-28': '330.4329' })

const get = (url: string) => test.app.inject({ url })

describe('a page', () => {
  it('of a currency links the feed of its kind', async () => {
    await publish(test, 'cbsl', 'USD', { '2026-09-28': '335.1' }, 'tt-selling')
    const { body } = await get('/rates/USD?kind=tt-selling')
    const links = [
      ...body.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">/g),
    ]
    expect(links.map(([, type, href]) => [type, href])).toEqual([
      ['application/atom+xml', '/feed/USD.atom?kind=tt-selling'],
    ])
    expect((await get('/rates')).body).not.toContain('application/atom+')
  })

  it.each([
    [
      '/',
      'Currency Exchange',
      '1 USD = 330.4329 LKR, 28 Sep 2026',
      'USD 330.4329 LKR, 28 Sep 2026. What one',
    ],
    [
      '/?amount=1.250,50&currency=USD&date=2026-09-25',
      '1,250.50 USD = 412,705.89 LKR, 25 Sep 2026',
      '1,250.50 USD = 412,705.89 LKR, 25 Sep 2026',
      'USD 330.4329 LKR, 28 Sep 2026. What one',
    ],
    ['/rates', 'Currency Exchange Rates', '1 USD = 330.4329 LKR, 28 Sep 2026', 'USD 330.4329 LKR'],
    ...['/rates/USD?date=2026-09-25', '/rates/USD/2026-09-25'].map((url) => [
      ...[url, '1 USD = 330.0327 LKR, 25 Sep 2026', '1 USD = 330.0327 LKR, 25 Sep 2026'],
      '1 USD = 330.0327 LKR, 25 Sep 2026. ',
    ]),
  ])('%s shows its figures in title, previews and search results', async (...texts) => {
    const [url = '', title = '', headline = '', description = ''] = texts
    const { body } = await get(url)
    expect(body).toContain(`<title>${title} · Bank of Kandy</title>`)
    expect(body).toContain(`<meta property="og:title" content="${headline}`)
    for (const name of ['name="description"', 'property="og:description"'])
      expect(body).toContain(`<meta ${name} content="${description}`)
    const [, image = ''] = /<meta property="og:image" content="([^"]+)">/.exec(body) ?? []
    const { headers, rawPayload } = await get(new URL(image).pathname)
    // Width and height of a PNG: the first chunk after the signature (PNG, 11.2.1).
    const size = [rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]
    expect([headers['content-type'], ...size]).toEqual(['image/png', 1200, 630])
  })

  it('of one rate has structured data', async () => {
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec((await get('/rates/USD')).body) ??
      []
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'ExchangeRateSpecification',
      currency: 'USD',
      currentExchangeRate: { price: '330.4329', priceCurrency: 'LKR', validFrom: '2026-09-28' },
    })
  })
})

describe('the site', () => {
  it('can be installed with its manifest and icons', async () => {
    const response = await get('/manifest.webmanifest')
    expect(response.headers['content-type']).toBe('application/manifest+json')
    const manifest = response.json<{
      name: string
      start_url: string
      icons: { src: string; sizes: string }[]
    }>()
    expect([manifest.name, manifest.start_url]).toEqual(['Bank of Kandy', '/'])
    const icons = [...manifest.icons.map(({ src }) => src), '/apple-touch-icon.png', '/favicon.ico']
    const statuses = await Promise.all(icons.map(async (src) => (await get(src)).statusCode))
    expect(statuses).toEqual(icons.map(() => 200))
  })

  it('lists its public pages for search engines', async () => {
    const robots = await get('/robots.txt')
    const [, address = ''] = /Sitemap: http:\/\/[^/]+(.*)/.exec(robots.body) ?? []
    const listed = [...(await get(address)).body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
    expect(listed.slice(0, 4)).toEqual(['/', '/rates', '/rates/USD', '/rates/AUD'])
    for (const path of ['/periods/GBP', '/si', '/si/rates/GBP', '/ta/calendar', '/si/alerts'])
      expect(listed).toContain(path)
    expect(listed.filter((path) => /login|account|manage|:/.test(path))).toEqual([])
    expect(robots.body).toContain('Disallow: /api/')
  })
})
