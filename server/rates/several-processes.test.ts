import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { rateBoard } from '../../contract/rates/rate-history.ts'
import type { currentRate } from '../../contract/rates/rates.ts'
import { buildApp } from '../app.ts'
import { createDependencies } from '../deps.ts'
import { connect } from '../database/connection.ts'
import { sendRequest } from '../testing/send-request.ts'
import { TEST_TIMEOUTS } from '../testing/test-database.ts'
import { temporaryFolderOfFile } from '../testing/temporary-folder.ts'
import { startTcpProxy } from '../../harness/process/tcp-proxy.ts'
import { ratesAppOfFile, usd, type RatesApp } from '../entries/manual-rates.fixture.ts'
import type { BookEvent } from './live-rate-book.ts'
import { newestVersion } from '../audit-log/record-changes.ts'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { storeRates } from '../testing/store-rates.ts'

/** A second server on the same database. */

const currentAt = async (app: Pick<RatesApp['run'], 'app'>) =>
  (await sendRequest<typeof currentRate>(app, { url: '/api/exchange-rate/current/USD' })).body.data
    .rate

const ratesApp = await ratesAppOfFile({ PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB' })
const { proxy, url: listenUrl } = await databaseProxy(ratesApp.run.deps.listenUrl)
const db = connect(listenUrl, TEST_TIMEOUTS).db
const otherDeps = await createDependencies({ ...ratesApp.run.deps, db, listenUrl })
const other = await buildApp(otherDeps)
afterAll(async () => {
  await other.close()
  await db.destroy()
})

/** Stores published rates without telling any server. */
const storePublished = (rates: Record<string, string>) =>
  storeRates(
    ratesApp.run.owner,
    Object.entries(rates).map(([date, rate]) => ({
      ...seriesOf('USD'),
      date: calendarDateOf(date),
      source: 'cbsl' as const,
      rate,
    })),
    new Date(),
  )

test('a change on one server reaches the other', async () => {
  await ratesApp.post(usd)
  await expect.poll(() => currentAt({ app: other })).toBe(301.25)
  const id = (await ratesApp.liveRows())[0]?.id ?? 0
  await ratesApp.remove(id)
  await expect.poll(() => currentAt({ app: other })).toBe(301.1)
})

test('a change by SQL reaches every server', async () => {
  await storePublished({ '2026-09-29': '301.3' })
  await expect.poll(() => currentAt({ app: other })).toBe(301.3)
  await expect.poll(() => currentAt(ratesApp.run)).toBe(301.3)
})

test('the first rates of banks reach the other server, its board and its streams', async () => {
  const events: BookEvent[] = []
  onTestFinished(otherDeps.liveRateBook.subscribe((event) => events.push(event)))
  const board = async () => {
    const url = '/api/exchange-rate/board?kind=tt-selling&publisher=hnb'
    const { body } = await sendRequest<typeof rateBoard>({ app: other }, { url })
    return body.data.rates.find(({ currency }) => currency === 'USD')
  }
  expect(await board()).toMatchObject({ rate: null })
  const hnb = { ...usd, kind: 'tt-selling', publisher: 'hnb' }
  await ratesApp.post({ ...hnb, date: '2026-09-28', rate: 303.5 })
  await ratesApp.post({ ...hnb, rate: 304.5 })
  await expect.poll(board).toMatchObject({ rate: 304.5, change: 1 })
  expect(events.flatMap((event) => (event.kind === 'rates' ? event.changes : []))).toMatchObject([
    { publisher: 'hnb', date: '2026-09-28', now: { rate: 3_035_000, source: 'manual' } },
    { publisher: 'hnb', date: '2026-09-29', now: { rate: 3_045_000, source: 'manual' } },
  ])
})

test('a large change is read in parts', async () => {
  const first = calendarDateOf('2010-01-01')
  // More than are read at once.
  const days = Array.from({ length: 5200 }, (_, n) => [addDays(first, n), `${200 + n / 100}`])
  await storePublished(Object.fromEntries(days) as Record<string, string>)
  const url = '/api/exchange-rate/current/USD?date=2024-03-27'
  await expect
    .poll(
      async () => (await sendRequest<typeof currentRate>({ app: other }, { url })).body.data.date,
    )
    .toBe('2024-03-27')
  expect(otherDeps.liveRateBook.book.version).toBe(await newestVersion(ratesApp.run.db))
})

test('without the database public reads go on, writes wait, and changes arrive afterwards', async () => {
  await proxy.close()
  const paths = [
    'current/USD',
    'GBP/last-seven-days',
    'feed',
    'board',
    'USD/history',
    'USD/history.csv',
    'board?kind=tt-selling&publisher=hnb',
    'USD/periods',
  ]
  for (const path of [...paths, 'USD/history.xlsx', 'current/USD?date=2021-05-14']) {
    expect((await other.inject({ url: `/api/exchange-rate/${path}` })).statusCode, path).toBe(200)
  }
  const { headers } = ratesApp.nimal
  const write = await other.inject({
    method: 'POST',
    url: '/api/exchange-rate/manual',
    headers,
    payload: usd,
  })
  expect(write.statusCode).toBe(503)
  expect(Number(write.headers['retry-after'])).toBeGreaterThan(0)
  await storePublished({ '2026-09-29': '301.7' })
  expect(await currentAt({ app: other })).toBe(301.3)
  await proxy.listen()
  await expect.poll(() => currentAt({ app: other })).toBe(301.7)
})

/**
 * A way to the database behind `url`, which names a folder with a socket in it, that can be closed;
 * with the database's URL over it.
 */
async function databaseProxy(url: string) {
  const search = new URLSearchParams(url.replace(/^[^?]*\?/, ''))
  const name = `.s.PGSQL.${search.get('port') ?? '5432'}`
  const target = join(search.get('host') ?? '', name)
  const folder = temporaryFolderOfFile()
  const proxy = await startTcpProxy(() => connectTo(target), { path: join(folder, name) })
  afterAll(() => proxy.close())
  search.set('host', folder)
  return { proxy, url: `${url.split('?', 1)[0] ?? ''}?${search.toString()}` }
}
