import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/language.ts'
import { RESERVED_NAMES } from '../../domain/identity/user-name.ts'
import { textIn } from '../../text/sentences.ts'
import { publish } from '../rates/published-rates.fixture.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const SCRIPTS = { si: /\p{Script=Sinhala}/gu, ta: /\p{Script=Tamil}/gu }
/**
 * The names of the languages in the footer, and the signs of the rupee that the converter reads in every
 * language.
 */
const NAMES = /සිංහල|தமிழ்|රු|ரூ/g
/** A script without the names that nobody can register with, which forms know in every language. */
function withoutReserved(script: string): string {
  const words = [...RESERVED_NAMES, 'බැංකු', 'வங்கி'].sort((one, other) => other.length - one.length)
  return words.reduce((rest, word) => rest.replaceAll(word, ''), script)
}
/** Sentences that every page, the rates or the login have in English. */
const ENGLISH = /could not be shown|one unit of a currency|Failed to send OTP/

const webRoot = join(import.meta.dirname, '..', '..', 'dist')
const test = await testAppOfFile({
  webRoot,
  env: {
    RATE_FEED: 'cbsl',
    PUBLIC_URL: 'http://localhost:3000',
    NOTICE: textIn('en').demo.notice,
  },
})
await publish(test, 'cbsl', 'USD', { '2026-09-25': '330.0327', '2026-09-28': '330.4329' })

const get = async (url: string) => {
  const { statusCode, body } = await test.app.inject({ url })
  return { statusCode, body: body.replaceAll('<!-- -->', '') }
}
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)

describe.each([
  ['si', 'විනිමය අනුපාතික', '2026 සැප් 28'],
  ['ta', 'செலாவணி வீதங்கள்', '28 செப். 2026'],
] as const)('a page in %s', (language, words, day) => {
  it('is rendered and linked in its language', async () => {
    const { statusCode, body } = await get(`/${language}/rates?base=USD&date=2026-09-28`)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<html lang="${language}">`)
    for (const text of [words, day, '330.4329']) expect(body).toContain(text)
    const links = linksIn(body)
    expect(links).toContain(`/${language}/rates/USD`)
    expect(links).toContain(`/${language}`)
    // The other languages, the skip link, the API; nothing else leaves the language.
    const others = links.filter((href) => href?.startsWith('/') && !href.startsWith(`/${language}`))
    expect(
      others.every(
        (href) =>
          href?.startsWith('/api/') || href?.includes('/rates?base=USD&amp;date=2026-09-28'),
      ),
    ).toBe(true)
  })

  it('has the notice of the demo in its language', async () => {
    const { body } = await get(`/${language}`)
    expect(body).toContain(`${textIn(language).demo.notice}</section>`)
  })

  it('loads no sentence of another language', async () => {
    for (const path of [
      '/',
      '/rates',
      '/rates/USD',
      '/periods',
      '/periods/USD',
      '/alerts',
      '/calendar',
      '/developers',
      '/login',
      '/register',
      '/account',
    ]) {
      const { body } = await get(path === '/' ? `/${language}` : `/${language}${path}`)
      const files = (/data-scripts="([^"]+)"/.exec(body)?.[1] ?? '').split(' ')
      const bodies = await Promise.all(files.map(async (file) => (await get(file)).body))
      const scripts = withoutReserved(bodies.join('')).replace(NAMES, '')
      for (const [other, letters] of Object.entries(SCRIPTS))
        expect(scripts.match(letters) !== null, `${path}: ${other}`).toBe(other === language)
      expect(scripts).not.toMatch(ENGLISH)
    }
  })

  it('that does not exist answers 404 in its language', async () => {
    for (const path of ['nowhere', 'rates/USD/2026-02-30']) {
      const { statusCode, body } = await get(`/${language}/${path}`)
      expect([statusCode, body.includes(`<html lang="${language}">`)], path).toEqual([404, true])
    }
  })
})

it('a page links to itself in each language', async () => {
  const path = '/rates?base=GBP&amp;date=2026-09-25'
  for (const language of LANGUAGES) {
    const prefix = language === 'en' ? '' : `/${language}`
    const { body } = await get(`${prefix}/rates?base=GBP&date=2026-09-25`)
    expect(body).toContain(`<link rel="canonical" href="http://localhost:3000${prefix}${path}">`)
    expect(
      [
        ...body.matchAll(
          /<link rel="alternate" hreflang="([^"]+)" href="http:\/\/localhost:3000([^"]+)">/g,
        ),
      ].map(([, code, href]) => [code, href]),
    ).toEqual([
      ...LANGUAGES.map((each) => [each, each === 'en' ? path : `/${each}${path}`]),
      ['x-default', path],
    ])
    const others = LANGUAGES.filter((each) => each !== language).map((each) =>
      each === 'en' ? path : `/${each}${path}`,
    )
    expect(linksIn(body)).toEqual(expect.arrayContaining(others))
  }
})

it('English loads no other language, and unknown languages are not found', async () => {
  const { body } = await get('/rates')
  const files = (/data-scripts="([^"]+)"/.exec(body)?.[1] ?? '').split(' ')
  const scripts = (await Promise.all(files.map(async (file) => (await get(file)).body))).join('')
  expect(scripts).toMatch(ENGLISH)
  expect(scripts.replace(NAMES, '')).not.toMatch(/[\p{Script=Sinhala}\p{Script=Tamil}]/u)
  for (const path of ['/xx/rates', '/en/rates', '/SI/rates'])
    expect((await get(path)).statusCode, path).toBe(404)
})

it('an address is redirected to its usual case, and an unknown currency links to the rates', async () => {
  const usd = await test.app.inject({ url: '/si/Rates/usd?date=2026-09-29' })
  expect([usd.statusCode, usd.headers.location]).toEqual([308, '/si/rates/USD?date=2026-09-29'])
  const { statusCode, body } = await get('/rates/EUR')
  expect(statusCode).toBe(404)
  expect(linksIn(body)).toContain('/rates/USD')
})
