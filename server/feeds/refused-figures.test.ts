import { beforeEach, expect, test } from 'vitest'
import type { installationState } from '../../contract/admin.ts'
import type { lastSevenDays } from '../../contract/rates/rates.ts'
import type { ready } from '../../contract/system.ts'
import { holidayChange } from '../calendar/read-holidays.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { SYSTEM } from '../identity/actor.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { cbslRows, startFeedServer } from './feed-server.fixture.ts'
import { frankfurterFeed } from './frankfurter.ts'
import { clearFeeds, feedStatus, importInto } from './imports.fixture.ts'

/** A Monday. */
const NOW = '2025-10-13T14:30:00Z'
const READY = '/api/health/ready'
const LAST = '2025-10-13'
const feed = await startFeedServer()
const run = await testAppOfFile({
  now: NOW,
  env: { RATE_FEED: 'cbsl', RATE_FEED_URL: feed.url, ADMINS: 'admin@example.lk' },
})
const { headers } = await signedInUser(run, 'Sanduni Silva', 'admin@example.lk')
await run.db.transaction().execute(async (trx) => {
  const list = Array.from({ length: 12 }, (_, at) =>
    holidayChange(calendarDateOf(`2025-01-${10 + at}`), {
      name: 'A holiday',
      scope: 'bank',
      source: 'Gazette',
    }),
  )
  await recordChanges(trx, list)
  await recordAuditEntry(
    trx,
    { actor: SYSTEM, at: run.clock.now() },
    'change bank holidays',
    'Stored for a test',
  )
})

type Row = ReturnType<typeof cbslRows>[number]
const importChanged = async (change: (rows: readonly Row[]) => readonly object[]) => {
  feed.respondWith((request, response) => {
    const { searchParams } = new URL(request.url ?? '', feed.url)
    response.end(JSON.stringify(change(cbslRows(searchParams))))
  })
  return importInto(run, frankfurterFeed(feed.url))
}
const onLast = (rows: readonly Row[], change: (row: Row) => readonly object[]) =>
  rows.flatMap((row) => (row.date === LAST && row.base === 'USD' ? change(row) : [row]))
const reasonOf = async (date: string) =>
  (
    await run.get<typeof lastSevenDays>(`/api/exchange-rate/USD/last-seven-days?date=${LAST}`)
  ).body.data.missing.find((each) => each.date === date)?.reason

beforeEach(async () => {
  run.clock.set(NOW)
  await clearFeeds(run)
})

test.each<[string, (rows: readonly Row[]) => readonly object[]]>([
  ['ten times too high', (rows) => onLast(rows, (row) => [{ ...row, rate: row.rate * 10 }])],
  ['negative', (rows) => onLast(rows, (row) => [{ ...row, rate: -1 }])],
  ['two values', (rows) => onLast(rows, (row) => [row, { ...row, rate: row.rate + 1 }])],
])('a day whose figure is refused (%s) is not received, and it is said why', async (_, change) => {
  const { refused, failure } = await importChanged(change)
  expect([failure, refused.length]).toEqual([null, 1])
  await expect.poll(() => feedStatus(run)).toMatchObject({ failing: false, doubtful: true })
  expect(await reasonOf(LAST)).toBe('not received')
  const health = await run.get<typeof ready>(READY)
  expect(health.body.warnings?.['feed']).toContain(refused[0])
  const state = await run.get<typeof installationState>('/api/admin/state', headers)
  expect(state.body.data.feed?.error).toBe(refused[0])

  run.clock.turn(3600)
  await importChanged((rows) => rows)
  await expect.poll(() => feedStatus(run)).not.toHaveProperty('doubtful')
  expect(await reasonOf(LAST)).toBeUndefined()
})

test('a refused day is asked for within two weeks, as every other, and not for ever', async () => {
  await importChanged((rows) => onLast(rows, (row) => [{ ...row, rate: -1 }]))
  run.clock.turn(30 * 86_400)
  const { requested } = await importChanged((rows) => rows)
  expect(requested?.days).toBe(30)
})

test('one value for all currencies is refused, and a Saturday’s rate is doubted', async () => {
  const weekend = await importChanged((rows) => [
    ...rows,
    ...rows.slice(-1).map((row) => ({ ...row, date: '2025-10-11' })),
  ])
  expect(weekend.doubted).toEqual(['The rates for 11 Oct 2025 are of a weekend'])
  await expect
    .poll(async () => (await run.get<typeof ready>(READY)).body.warnings?.['feed'])
    .toContain(weekend.doubted[0])
  await clearFeeds(run)
  const equal = await importChanged((rows) => [
    ...rows.filter(({ date }) => date !== LAST),
    ...rows.slice(0, 1).map((row) => ({ ...row, date: LAST, rate: 302.5 })),
  ])
  expect(equal.refused).toEqual(['All rates of one kind for 13 Oct 2025 are 302.5000'])
})
