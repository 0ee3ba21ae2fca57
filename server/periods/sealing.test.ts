import { seriesOf } from '../../domain/series.ts'
import { enterHoliday } from '../testing/store-holiday.ts'
import { storeRates } from '../testing/store-rates.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { periodRates } from '../../contract/periods.ts'
import { daysFromTo, isWeekend, calendarDateOf } from '../../domain/calendar-date.ts'
import { buildApp } from '../app.ts'
import { createDependencies } from '../deps.ts'
import { connect } from '../database/connection.ts'
import { caughtUp, publish } from '../rates/published-rates.fixture.ts'
import { startJobs } from '../jobs.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { sendRequest } from '../testing/send-request.ts'
import { shownEntries } from '../testing/shown-entries.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { TEST_TIMEOUTS } from '../testing/test-database.ts'
import { sealPeriods } from './seal-periods.ts'
import { untilBlocking } from '../testing/until-blocking.ts'

const AUGUST = '/api/exchange-rate/USD/periods?unit=month&from=2026-08&to=2026-08'
const august = async (app = run.app) =>
  (await sendRequest<typeof periodRates>({ app }, { url: AUGUST })).body.data.periods[0]!
const seals = () =>
  run.db
    .selectFrom('change')
    .select(['currency', 'part', 'date', 'version'])
    .where('subject', '=', 'sealed period')
    .orderBy('version')
    .execute()
const entries = async () =>
  (await shownEntries(run.db)).filter(({ action }) => action === 'seal period')
const feedResponded = (at: string) =>
  sql`INSERT INTO rate_feed_state (feed, last_try_at, last_success_at, next_try_at) VALUES ('cbsl', ${at}, ${at}, ${at})
    ON CONFLICT (feed) DO UPDATE SET last_success_at = excluded.last_success_at`.execute(run.db)

const weekdays = daysFromTo(calendarDateOf('2026-07-31'), calendarDateOf('2026-09-10')).filter(
  (day) => !isWeekend(day),
)

const run = await testAppOfFile({
  now: '2026-09-03T12:00:00Z',
  env: { RATE_FEED: 'cbsl', PUBLISHERS: 'sampath:Sampath Bank' },
})
/** A second server on the same database. */
const otherDb = connect(run.deps.listenUrl, TEST_TIMEOUTS).db
const other = await createDependencies({ ...run.deps, db: otherDb })
const otherApp = await buildApp(other)
const rates = weekdays.map((day, index) => [day, String(300 + index / 8)])
await publish(run, 'cbsl', 'USD', Object.fromEntries(rates) as Record<string, string>)
await publish(run, 'sample', 'GBP', Object.fromEntries(weekdays.map((day) => [day, '400'])))
const allButOne = weekdays.filter((_, at) => at !== 5)
await publish(run, 'sample', 'CAD', Object.fromEntries(allButOne.map((day) => [day, '240'])))
beforeEach(() => other.liveRateBook.catchUpNow())
afterAll(async () => {
  await otherApp.close()
  await otherDb.destroy()
})

describe('a month', () => {
  test('stays open until three business days have passed and the feed has answered since', async () => {
    await feedResponded('2026-09-03T12:00:00Z')
    expect(await sealPeriods(run.deps)).toBe(0)
    run.clock.set('2026-09-04T00:30:00Z')
    expect(await sealPeriods(run.deps)).toBe(0)
    await feedResponded('2026-09-04T00:30:00Z')
    run.clock.set('2026-09-03T18:29:00Z')
    expect(await sealPeriods(run.deps)).toBe(0)
    expect(await august()).toMatchObject({ complete: true, sealed: null })
  })

  test('is sealed once, with one audit entry, by several servers at the same time', async () => {
    run.clock.set('2026-09-04T00:30:00Z')
    const counts = await Promise.all(
      [run.deps, other, run.deps, other].map((deps) => sealPeriods(deps)),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await sealPeriods(other)).toBe(0)
    const [seal, ...more] = await seals()
    expect(more).toEqual([])
    expect(seal).toMatchObject({ currency: 'USD', part: 'month', date: '2026-08-01' })
    const [entry, ...others] = await entries()
    expect(others).toEqual([])
    expect(entry?.description).toMatch(
      /^Sealed the month 2026-08 of USD: closing 302\.6250 of 31 Aug 2026, average 301\.\d{4} of 21 published days, 301\.\d{4} of 31 calendar days$/,
    )
    for (const app of [run.app, otherApp]) {
      await expect.poll(async () => (await august(app)).sealed_at).toBe('2026-09-04T00:30:00.000Z')
      expect((await august(app)).sealed).toMatchObject({
        audit_entry: entry?.id,
        differs: false,
        corrections: [],
        closing: { rate: 302.625 },
      })
    }
  })

  test('keeps its sealed figures after a correction, and names the corrected day', async () => {
    const before = await august()
    const { etag } = (await run.app.inject({ url: AUGUST })).headers
    const corrected = { ...seriesOf('USD'), date: calendarDateOf('2026-08-31'), rate: '400' }
    const at = new Date('2026-09-05T05:00:00Z')
    await storeRates(run.db, [{ ...corrected, source: 'cbsl' }], at)
    await caughtUp(run)
    const after = await august()
    expect(after).toMatchObject({
      closing: { rate: 400 },
      max: { rate: 400, date: '2026-08-31' },
      sealed_at: before.sealed_at,
    })
    const { differs, corrections, ...figures } = after.sealed!
    expect([differs, corrections]).toEqual([
      true,
      [{ date: '2026-08-31', changed_at: '2026-09-05T05:00:00.000Z', changed_by: null }],
    ])
    expect({ ...figures, differs: false, corrections: [] }).toEqual(before.sealed)
    expect(figures).toMatchObject({
      closing: before.closing,
      average_published: before.average_published,
    })
    expect(
      (await run.app.inject({ url: AUGUST, headers: { 'if-none-match': etag ?? '' } })).statusCode,
    ).toBe(200)
    const csv = (await run.app.inject({ url: AUGUST.replace('?', '.csv?') })).body
    expect(csv).toContain(',400.0000,')
    expect(csv).toMatch(/,yes,302\.6250,.*,yes\r\n/)
    run.clock.turn(86_400)
    expect(await sealPeriods(run.deps)).toBe(0)
  })

  test('of the sample is final unless days are missing, but not sealed, and a seal can be neither changed nor removed', async () => {
    expect((await seals()).map(({ currency }) => currency)).toEqual(['USD'])
    const url = AUGUST.replace('USD', 'GBP').replace('to=2026-08', 'to=2026-09')
    const { periods } = (await run.get<typeof periodRates>(url)).body.data
    expect(periods.map(({ final, sample, sealed_at: at }) => [final, sample, at])).toEqual([
      [true, true, null],
      [false, true, null],
    ])
    const incomplete = await run.get<typeof periodRates>(AUGUST.replace('USD', 'CAD'))
    expect(incomplete.body.data.periods.map(({ final }) => final)).toEqual([false])
    const [entry] = await entries()
    await expect(
      sql`SELECT undo_changes(ARRAY[${entry?.id}::bigint])`.execute(run.db),
    ).rejects.toThrow('violates check constraint')
    for (const statement of [
      `UPDATE change SET fact = '{}' WHERE subject = 'sealed period'`,
      `DELETE FROM change WHERE subject = 'sealed period'`,
    ])
      await expect(sql.raw(statement).execute(run.owner)).rejects.toThrow('append-only')
  })

  test('stays open if a bank holiday is entered while it is being sealed', async () => {
    run.clock.set('2026-10-06T00:30:00Z')
    await feedResponded('2026-10-06T00:30:00Z')
    await run.deps.liveRateBook.catchUpNow()
    const { sealing } = await run.db.transaction().execute(async (trx) => {
      await lockFacts(trx)
      const sealing = sealPeriods(run.deps)
      await untilBlocking(trx)
      await enterHoliday(trx, calendarDateOf('2026-10-02'), 'A day off', run.clock.now())
      return { sealing }
    })
    expect(await sealing).toBe(0)
    expect(await sealPeriods(run.deps)).toBe(0)
    run.clock.turn(86_400)
    await feedResponded('2026-10-07T00:30:00Z')
    expect(await sealPeriods(run.deps)).toBe(1)
  })
})

test('a bank’s months are sealed like the published ones', async () => {
  const series = seriesOf('USD', 'tt-selling', 'sampath')
  await storeRates(
    run.db,
    weekdays.map((date) => ({ ...series, date, rate: '310', source: 'manual' })),
    run.clock.now(),
  )
  await caughtUp(run)
  expect(await sealPeriods(run.deps)).toBe(2)
  const [entry] = (await entries()).slice(-1)
  expect(entry?.description).toBe('Sealed 2 periods of Sampath Bank USD Bank sells (TT) rate')
  const url = `${AUGUST}&kind=tt-selling&publisher=sampath`
  await expect
    .poll(async () => (await run.get<typeof periodRates>(url)).body.data.periods)
    .toMatchObject([{ sealed: { audit_entry: entry?.id, closing: { rate: 310 } } }])
  expect((await august()).sealed?.closing?.rate).toBe(302.625)
})

test('the due periods of a series are one audit entry', async () => {
  const url = (currency: string) =>
    `/api/exchange-rate/${currency}/periods?unit=month&from=2026-08&to=2026-09`
  const sealed = async (currency: string) =>
    (await run.get<typeof periodRates>(url(currency))).body.data.periods.map(
      (period) => period.sealed?.audit_entry,
    )
  await publish(run, 'cbsl', 'GBP', Object.fromEntries(rates) as Record<string, string>)
  await publish(run, 'cbsl', 'CAD', Object.fromEntries(rates) as Record<string, string>)
  expect(await sealPeriods(run.deps)).toBe(4)
  const made = (await entries()).slice(-2)
  expect(made.map(({ description }) => description).sort()).toEqual([
    'Sealed 2 periods of CAD',
    'Sealed 2 periods of GBP',
  ])
  for (const currency of ['CAD', 'GBP']) {
    const id = made.find(({ description }) => description.endsWith(currency))?.id
    await expect.poll(() => sealed(currency)).toEqual([id, id])
  }
})

test('due periods are sealed when a server starts, and after an answer of the feed', async () => {
  const count = async () => (await seals()).length
  const before = await count()
  await publish(run, 'cbsl', 'AUD', Object.fromEntries(rates) as Record<string, string>)
  const end = startJobs({ ...run.deps, feedSchedule: null })
  await expect.poll(count).toBe(before + 2)
  await publish(run, 'cbsl', 'AUD', { '2026-10-01': '200', '2026-10-30': '201' })
  run.clock.set('2026-11-06T00:30:00Z')
  await feedResponded('2026-11-06T00:30:00Z')
  await expect.poll(count).toBeGreaterThan(before + 2)
  await end()
})
