import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { proposedHolidays } from '../../contract/calendar.ts'
import type * as contract from '../../contract/imports/imports.ts'
import { startFeedServer } from './feed-server.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { readHolidayPage } from './holiday-page.ts'

const page = await startFeedServer()
const run = await testAppOfFile({ env: { RATE_FEED: 'cbsl', RATE_FEED_URL: page.url } })
const { headers } = await signedInUser(run)
beforeEach(() => run.clock.turn(301))

const propose = (year = '2027') =>
  sendRequest<typeof proposedHolidays>(run, { url: `/api/calendar/proposed?year=${year}`, headers })
const show = (html: string, status = 200) =>
  page.respondWith((_, response) => response.writeHead(status).end(html))
const tableOf = (...rows: string[][]) =>
  `<h1>Bank Holidays</h1><table>${rows.map((cells) => `<tr><td>${cells.join('</td><td>')}</td></tr>`).join('')}</table>`

/** As the Central Bank's page has been laid out since 2019. */
const LIST = tableOf(
  ['Date', 'Description'],
  ['January 15, Friday', 'Tamil Thai Pongal Day &nbsp; B.P.M.'],
  ['January 22, Friday', '<p>Duruthu Full Moon</p> <p>Poya Day B.P.</p>'],
  ['&nbsp;', '&nbsp;'],
  ['February 04, Thursday', 'Independence Day B.P.M.'],
  ['April 12, Monday', 'Public holiday P.'],
  ['April 30, Friday', 'Half-Day Special Bank Holiday (in lieu of May Day, a Saturday) B.'],
  ['B – Bank Holiday', 'P – Public Holiday'],
)

describe('the list of a year from the publisher’s page', () => {
  test('is rows for the import, which say each day as new, and enters nothing', async () => {
    show(LIST)
    const { status, body } = await propose()
    expect(status).toBe(200)
    expect(body.data.source).toBe(`Central Bank of Sri Lanka, ${page.url}/bank-holidays-2027`)
    const preview = await sendRequest<typeof contract.previewImport>(run, {
      method: 'POST',
      url: '/api/exchange-rate/import/preview',
      headers,
      payload: { subject: 'bank holidays', scope: 'bank', ...body.data, year: undefined },
    })
    const { rows, importable } = preview.body.data
    expect(importable).toBe(true)
    expect(rows.map(({ date, name, verdict }) => [date, name, verdict])).toEqual([
      ['2027-01-15', 'Tamil Thai Pongal Day', 'new'],
      ['2027-01-22', 'Duruthu Full Moon Poya Day', 'new'],
      ['2027-02-04', 'Independence Day', 'new'],
      ['2027-04-30', 'Half-Day Special Bank Holiday (in lieu of May Day, a Saturday)', 'new'],
    ])
    const calendar = await run.app.inject('/api/calendar?year=2027')
    expect(calendar.json<{ data: object }>().data).toMatchObject({ holidays: [] })
  })

  test('is requested once in five minutes, by one name', async () => {
    const agents: unknown[] = []
    page.respondWith((request, response) => {
      agents.push(request.headers['user-agent'])
      response.end(LIST)
    })
    const texts = await Promise.all([1, 2, 3].map(async () => (await propose()).body.data.text))
    run.clock.turn(299)
    texts.push((await propose()).body.data.text)
    expect([new Set(texts).size, agents]).toEqual([1, ['rupee-rates (+http://localhost:3000)']])
    run.clock.turn(2)
    await propose()
    expect(agents).toHaveLength(2)
  })

  test('takes a place among its user’s reads, of which the seventh is refused', async () => {
    let answer = () => {}
    page.respondWith((_, response) => (answer = () => void response.end(LIST)))
    const before = page.requested.length
    const six = Array.from({ length: 6 }, () => propose())
    await expect.poll(() => page.requested.length).toBe(before + 1)
    await expect.poll(async () => (await propose()).status).toBe(429)
    answer()
    expect((await Promise.all(six)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  })

  test('is only there of the present and the next year, for who may write', async () => {
    expect((await propose('2029')).body.errors?.['year']).toEqual(['year must be 2026 or 2027.'])
    const url = '/api/calendar/proposed'
    expect((await run.app.inject({ url })).statusCode).toBe(401)
  })

  test.each([
    ['is empty', () => show(''), 404, 'no list of 2027'],
    [
      'is another year’s',
      () => show(LIST.replace(/(Fri|Thurs|Mon)day/g, 'Sunday')),
      404,
      'no list',
    ],
    ['is not there', () => show('', 404), 404, 'no list of 2027'],
    ['fails', () => show('', 500), 503, 'status 500'],
    ['is too large', () => show('<p>'.repeat(400_000)), 503, 'more than 1 MiB'],
    ['nests without end', () => show('<b><i>'.repeat(100_000)), 404, 'no list of 2027'],
  ])('where the page %s says how to enter it', async (_, answer, status, words) => {
    answer()
    const response = await propose()
    expect(response.status).toBe(status)
    expect(response.body.message).toContain(words)
    expect(response.body.message).toContain('You can paste the list yourself')
  })

  test('where the page does not answer in time says so', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
    onTestFinished(() => void vi.restoreAllMocks())
    page.respondWith((_, response) => response.writeHead(200).write('<table>'))
    const { status, body } = await propose()
    expect([status, body.message]).toEqual([503, expect.stringContaining('within 10 s')])
  })
})

test('rows of other pages are read as well, with a user to look at them', () => {
  const rows = (html: string) => readHolidayPage(html, 2027)?.split('\n')
  expect(
    rows(`<title>Holidays 2027</title><ol><li>15 January – Pongal <script>alert(1)</script></li>
      <li>4th February 2027: "Independence" \u202eDay</li><li>3 March 2026 Another year</li></ol>
      <table><tr><td><table><tr><td>1</td><td>2027-05-01</td><td>Sat</td><td>May Day</td></tr></table></td></tr>
      <tr><td>Good Friday</td></tr><tr><td>26.03.2027</td><td>Good Friday</td></tr>
      <tr><td>2027-05-01</td><td>Vesak</td></tr><tr><td>2027-02-30</td><td>No day</td></tr></table>`),
  ).toEqual([
    '2027-01-15\t\tPongal alert(1)',
    "2027-02-04\t\t'Independence' Day",
    '2027-05-01\tSat\tMay Day, Vesak',
    '2027-03-26\t\tGood Friday',
  ])
  expect(rows('<li>15 January, Pongal</li>')).toBeUndefined()
  expect(rows(tableOf(['January 15, Friday', 'x'.repeat(300)]))?.[0]).toHaveLength(118)
})
