import { seriesOf } from '../../domain/series.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { storeRates } from '../testing/store-rates.ts'
import { expect, test } from 'vitest'
import type { commitImport } from '../../contract/imports.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'

const get = (url: string, headers = {}) => testApp.app.inject({ url, headers })
/** The entries of a feed, the newest first. */
const entries = async (url = '/feed/USD.atom') =>
  (await get(url)).body
    .split('<entry>')
    .slice(1)
    .map((entry) => {
      const part = (pattern: RegExp) => pattern.exec(entry)?.[1]
      return {
        id: part(/<id>(.*)<\/id>/),
        title: part(/<title>(.*)<\/title>/),
        updated: part(/<updated>(.*)<\/updated>/),
        url: part(/<link rel="alternate" type="text\/html" href="(.*)"\/>/),
        text: part(/<content type="text">(.*)<\/content>/),
      }
    })
const titles = async (url?: string) => (await entries(url)).map(({ title }) => title)

const testApp = await testAppOfFile({ env: { RATE_FEED: 'cbsl', PROVIDER_NAME: 'Rates & Co' } })
await publish(testApp, 'sample', 'USD', { '2026-09-24': '299.0000', '2026-09-25': '299.5000' })

/** Gives the published rate of a day another value. */
async function correct(date: string, rate: string): Promise<void> {
  const known = await testApp.db
    .selectFrom('fact_state')
    .select(['currency', 'kind', 'date'])
    .where('source', '=', 'cbsl')
    .where('date', '=', calendarDateOf(date))
    .execute()
  const corrected = known.map((day) => ({ ...day, source: 'cbsl' as const, rate }))
  await storeRates(testApp.db, corrected, testApp.clock.now())
  await caughtUp(testApp)
}

test('a feed without published rates is empty and says so', async () => {
  expect(await entries()).toEqual([])
  const { body } = await get('/feed/USD.atom')
  expect(body).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  expect(body).toContain('The bundled sample is left out.</subtitle>')
})

test('each new rate and each correction is an entry of its own', async () => {
  await publish(testApp, 'cbsl', 'USD', { '2026-09-25': '300.4', '2026-09-28': '300.9' })
  const before = await entries()
  expect(before.map(({ title }) => title)).toEqual([
    'USD 300.9000 LKR, 28 Sep 2026',
    'USD 300.4000 LKR, 25 Sep 2026',
  ])
  testApp.clock.turn(60)
  await correct('2026-09-25', '300.5')
  const [correction, ...others] = await entries()
  expect(others).toEqual(before)
  expect(correction).toMatchObject({
    url: 'http://localhost:3000/rates/USD/2026-09-25',
    title: 'USD corrected to 300.5000 LKR, 25 Sep 2026',
    text: '1 USD = 300.5000 LKR on 25 Sep 2026. Source: Central Bank of Sri Lanka. Before the correction it was 300.4000 LKR.',
    updated: '2026-09-29T06:31:00.000Z',
  })
  expect(correction?.id).toMatch(/^tag:localhost,2026:rates:USD:indicative:2026-09-25:\d+$/)
})

test('a feed names its author, escaped, and its last change', async () => {
  const { body, headers } = await get('/feed/USD.atom')
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(body).toContain('<author><name>Rates &amp; Co</name></author>')
  expect(body).toContain(
    '<link rel="self" type="application/atom+xml" href="http://localhost:3000/feed/USD.atom"/>',
  )
  expect(body).toContain('<updated>2026-09-29T06:31:00.000Z</updated>\n<author>')
})

test('a feed answers 304 until a rate changes, for every origin', async () => {
  const { headers } = await get('/feed/USD.atom')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=5, stale-while-revalidate=30',
    'access-control-allow-origin': '*',
  })
  const known = { 'if-none-match': headers.etag ?? '' }
  expect((await get('/feed/USD.atom', known)).statusCode).toBe(304)
  await publish(testApp, 'cbsl', 'USD', { '2026-09-29': '301.1' })
  expect((await get('/feed/USD.atom', known)).statusCode).toBe(200)
})

test('a feed has one kind, and reports corrected old days and withdrawn ones', async () => {
  await publish(testApp, 'cbsl', 'USD', { '2026-09-29': '305.5' }, 'tt-selling')
  expect(await titles('/feed/USD.atom?kind=tt-selling')).toEqual([
    'USD Bank sells (TT) rate 305.5000 LKR, 29 Sep 2026',
  ])
  await publish(testApp, 'cbsl', 'GBP', { '2020-01-06': '240.1', '2020-01-07': '240.2' })
  expect(await titles('/feed/GBP.atom')).toEqual([])
  await correct('2020-01-06', '240.15')
  expect(await titles('/feed/GBP.atom')).toEqual([
    'GBP corrected to 240.1500 LKR, 6 Jan 2020',
    'GBP 240.1000 LKR, 6 Jan 2020',
  ])
  const days = ['2020-01-06', '2020-01-07'].map(calendarDateOf)
  const gone = days.map(
    (date) => ({ ...seriesOf('GBP'), date, source: 'cbsl', rate: null }) as const,
  )
  await storeRates(testApp.db, gone, testApp.clock.now())
  await caughtUp(testApp)
  expect(await titles('/feed/GBP.atom')).toContain('GBP withdrawn, 6 Jan 2020')
})

test('a customs rate entered ahead is reported from its first day', async () => {
  const { headers } = await signedInUser(testApp)
  const enter = async (rate: number, gazette: string) => {
    const week = { first_day: '2026-10-05', last_day: '2026-10-11', gazette }
    const payload = { subject: 'customs rates', ...week, rows: [{ currency: 'USD', rate }] }
    const url = '/api/exchange-rate/import'
    const { status } = await testApp.post<typeof commitImport>(url, payload, headers)
    expect(status).toBe(201)
  }
  const reported = () => entries('/feed/USD.atom?kind=customs')
  const pageStatus = async () =>
    (await get('/api/exchange-rate/USD/on/2026-10-05?kind=customs')).statusCode
  await enter(301.5, '2457/01')
  testApp.clock.turn(60)
  await enter(302.5, '2457/02')
  testApp.clock.set('2026-10-04T18:29:59Z')
  expect([await reported(), await pageStatus()]).toEqual([[], 400])
  expect((await get('/feed/USD.atom?kind=customs')).body).not.toContain('<entry>')

  testApp.clock.set('2026-10-04T18:30:00Z')
  const begun = await reported()
  expect(begun).toMatchObject([
    {
      title: 'USD customs rate 302.5000 LKR, 5 Oct 2026',
      url: 'http://localhost:3000/rates/USD/2026-10-05?kind=customs',
      updated: '2026-10-04T18:30:00.000Z',
    },
  ])
  expect((await get('/feed/USD.atom?kind=customs')).body).toContain(
    '<updated>2026-10-04T18:30:00.000Z</updated>',
  )
  expect(await pageStatus()).toBe(200)

  testApp.clock.turn(60)
  await enter(303.5, '2457/03')
  const [correction, ...others] = await reported()
  expect(correction?.title).toBe('USD customs rate corrected to 303.5000 LKR, 5 Oct 2026')
  expect(others).toEqual(begun)
})
