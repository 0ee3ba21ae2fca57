import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ratesAppOfFile, usd } from '../entries/manual-rates.fixture.ts'
import { certificateText } from '../text/en/certificate.ts'

const ratesApp = await ratesAppOfFile({
  PROVIDER_NAME: 'Bank of “Kandy” & Sons',
  PUBLIC_URL: 'https://rates.example.lk',
  REGISTRATION: 'invited',
})
await ratesApp.post({ ...usd, date: '2026-09-28', rate: 302.15 })
ratesApp.run.clock.set('2026-09-29T08:35:00Z')

const get = (path: string) => {
  const [rate = '', query] = path.split('?')
  return ratesApp.run.app.inject(`/rates/${rate}/certificate${query === undefined ? '' : `?${query}`}`)
}
const textOf = (html: string) => html.slice(html.indexOf('<h1>')).replace(/<[^<>]+>/g, '\n')

test('A certificate says the rate, who issued it and when, its audit entry with hash, and its address', async () => {
  const { body, statusCode, headers } = await get('USD/2026-09-28')
  expect(statusCode).toBe(200)
  const { hash: entryHash } = await ratesApp.run.db
    .selectFrom('audit_entry')
    .select('hash')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const said = [
    ...['1 USD = 302.1500 LKR', 'Bank of “Kandy” &amp; Sons, https://rates.example.lk', '28 Sep 2026'],
    ...['29 Sep 2026 14:05 (Sri Lanka, UTC+5:30)', 'Entered by hand', 'a registered user'],
    ...['No. 1', entryHash.toString('hex'), 'https://rates.example.lk/rates/USD/2026-09-28'],
  ]
  const text = textOf(body)
  expect(said.filter((each) => !text.includes(each))).toEqual([])
  expect(body).toContain('role="img" aria-label="QR code of https://rates.example.lk/rates/USD/2026-09-28"')
  expect(headers['cache-control']).toBe('no-store')
})

test('Its policy allows the style and the script that stand in the page, the product’s icon, and nothing else', async () => {
  const { body, headers } = await get('USD/2026-09-28')
  const source = (tag: string) =>
    `'sha256-${hash('sha256', new RegExp(`<${tag}>(.*?)</${tag}>`).exec(body)?.[1] ?? '', 'base64')}'`
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${source('style')}; img-src 'self'; script-src ${source('script')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(body).not.toMatch(/ style=| on\w+=/)
})

test('It is of the rate as it was known then, and of a kind, where they are named', async () => {
  const then = textOf((await get('USD/2026-09-28?known_at=2026-09-29T06:31:00.000Z')).body)
  expect(then).toContain('302.1500')
  expect(then).toContain('https://rates.example.lk/rates/USD/2026-09-28?known_at=2026-09-29T12:01')
  await ratesApp.post({ ...usd, date: '2026-09-25', rate: 310, kind: 'tt-selling' })
  const selling = textOf((await get('USD/2026-09-25?kind=tt-selling')).body)
  expect(selling).toContain('TT selling')
  expect(selling).toContain('https://rates.example.lk/rates/USD/2026-09-25?kind=tt-selling')
})

test('There is none of a day without a rate, of an unknown currency or kind, or before the rate was known', async () => {
  const statuses = await Promise.all(
    [
      ...['USD/2026-09-27', 'EUR/2026-09-28', 'USD/2026-02-30', 'USD/2026-09-28?kind=none'],
      'USD/2026-09-28?known_at=2026-09-01T00:00:00Z',
    ].map(async (path) => (await get(path)).statusCode),
  )
  expect(statuses).toEqual([404, 404, 400, 400, 404])
})

test.each([
  ['si', 'විනිමය අනුපාතික සහතිකය', 'සඳුදා, 2026 සැප් 28', 'ලියාපදිංචි පරිශීලකයෙකු', ['/rates', '/ta/rates']],
  ['ta', 'செலாவணி வீதச் சான்றிதழ்', 'திங்., 28 செப். 2026', 'பதிவு செய்த பயனர்', ['/rates', '/si/rates']],
])(
  'In %s it says the same in that language, is of the page in it, and leads to the other languages',
  async (language, title, day, user, others) => {
    const certificate = (prefix: string) => `${prefix}/USD/2026-09-28/certificate`
    const { body, statusCode } = await ratesApp.run.app.inject(certificate(`/${language}/rates`))
    expect(statusCode).toBe(200)
    expect(body).toContain(`<html lang="${language}">`)
    const text = textOf(body)
    const page = `https://rates.example.lk/${language}/rates/USD/2026-09-28`
    const said = [title, day, user, '1 USD = 302.1500 LKR', page]
    expect(said.filter((each) => !text.includes(each))).toEqual([])
    expect(body).toContain(`<link rel="canonical" href="${page}">`)
    const links = [...body.matchAll(/<a href="([^"]*)" lang="(..)" hreflang="(..)">/g)]
    expect(links.map(([, href]) => href)).toEqual(others.map(certificate))
    expect(Object.values(certificateText).filter((each) => body.includes(`>${String(each)}<`))).toEqual([])
  },
)
