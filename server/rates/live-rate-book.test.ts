import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import { type Month, periodsFromTo } from '../../domain/period.ts'
import { seriesOf } from '../../domain/series.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import { SYSTEM } from '../identity/actor.ts'
import type { Listener, Subscriber } from '../database/listener.ts'
import type { Db } from '../database/schema.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { storeRates } from '../testing/store-rates.ts'
import { startTestApp, testAppOfFile } from '../testing/test-app.ts'
import { LiveRateBook, type BookEvent } from './live-rate-book.ts'
import { publish } from './published-rates.fixture.ts'
import { sealFact } from './seals.ts'

const ENV = { RATE_FEED: 'cbsl', PUBLISHERS: 'sampath:Sampath Bank,hnb:HNB' }
const run = await testAppOfFile({ env: ENV })
const [date, dayBefore] = [calendarDateOf('2026-09-28'), calendarDateOf('2026-09-25')]
const USD = seriesOf('USD')
const SAMPATH = seriesOf('USD', 'tt-selling', 'sampath')
const HNB = seriesOf('USD', 'tt-selling', 'hnb')
await publish(run, 'cbsl', 'USD', { [date]: '300.9' })

const enter = (series: typeof USD, rate: string, day = date, db = run.db) =>
  storeRates(db, [{ ...series, date: day, source: 'manual', rate }], run.clock.now())
await enter(SAMPATH, '305', dayBefore)
await enter(HNB, '306')

/** Seals the month of the one rate. */
async function sealSeptember(): Promise<void> {
  const rate = { rate: 3_009_000 as Rate, date }
  const average = { rate: rate.rate, days: 1 }
  const [period] = periodsFromTo('month', '2026-09' as Month, '2026-09' as Month)
  await run.db.transaction().execute(async (trx) => {
    const figures = {
      opening: null,
      closing: rate,
      min: rate,
      max: rate,
      averagePublished: average,
      averageCalendar: average,
    }
    await recordChanges(trx, [sealFact({ series: USD, period: period!, figures })])
    const act = { actor: SYSTEM, at: run.clock.now() }
    await recordAuditEntry(trx, act, 'seal period', 'Sealed')
  })
}

/** A book of its own, whose notifications the test sends. */
function followedBook(db: Db = run.db) {
  const heard = new Map<string, Subscriber>()
  const listener = { subscribe: (channel: string, by: Subscriber) => void heard.set(channel, by) }
  const warnings: unknown[] = []
  const log = { warn: (warning: unknown) => warnings.push(warning) }
  const live = new LiveRateBook({
    db,
    longDb: db,
    listener: listener as unknown as Listener,
    configured: 'cbsl',
    log: log as never,
  })
  onTestFinished(() => live.close())
  const events: BookEvent[] = []
  live.subscribe((event) => events.push(event))
  return { live, warnings, events, hear: (channel: string) => heard.get(channel) }
}

/** While `act` runs, no piece can be read. */
async function withoutPieces(act: () => Promise<void>): Promise<void> {
  await sql`ALTER TABLE fact_state RENAME TO away`.execute(run.owner)
  await act()
  await sql`ALTER TABLE away RENAME TO fact_state`.execute(run.owner)
}

test('a committed write is answered while its change cannot be read', async () => {
  const { live } = followedBook()
  await live.load()
  await run.owner.transaction().execute(async (trx) => {
    await sql`LOCK TABLE change IN ACCESS EXCLUSIVE MODE`.execute(trx)
    await live.waitFor(live.book.version + 1)
  })
})

test('after a lost connection only what changed is read', async () => {
  const { live, events, hear } = followedBook()
  await live.load()
  events.length = 0
  hear('change')?.onConnect()
  await live.catchUpNow()
  expect(events).toEqual([])
  await enter(USD, '301.5')
  await enter(SAMPATH, '305.5')
  await withoutPieces(async () => {
    hear('change')?.onConnect()
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['rates'])
  })
  expect(events).toMatchObject([
    {
      changes: [
        { currency: 'USD', now: { rate: 3_015_000 } },
        // A bank's first rate of the day.
        { currency: 'USD', publisher: 'sampath', date, now: { rate: 3_055_000 } },
      ],
    },
  ])
})

test('other facts arrive with the same versions', async () => {
  const { live, events, hear } = followedBook()
  await live.load()
  events.length = 0
  await storeHoliday(run.db, calendarDateOf('2026-07-01'), 'A day off')
  hear('change')?.onNotice('')
  await expect.poll(() => events).toEqual([{ kind: 'other' }])
  expect(live.book.holidays.known.map(({ name }) => name)).toContain('A day off')
  await sealSeptember()
  await live.catchUpNow()
  expect(events).toEqual([{ kind: 'other' }, { kind: 'other' }])
  const september = { unit: 'month', from: calendarDateOf('2026-09-01') } as const
  const seal = live.book.findSeal(USD, september)
  expect(seal?.figures.closing.rate).toBe(3_009_000)
  // A book that is loaded later has the same.
  const later = followedBook()
  await later.live.load()
  expect(later.live.book.findSeal(USD, september)).toEqual(seal)
})

test('a piece that cannot be read is missing alone, and is read later', async () => {
  // Fails within the transaction that reads pieces only.
  await sql`ALTER TABLE fact_state RENAME TO all_facts`.execute(run.owner)
  await sql`CREATE VIEW public.fact_state AS SELECT * FROM all_facts
    WHERE CASE WHEN bank = 'hnb' AND current_setting('transaction_read_only') = 'on'
      THEN 1 / (version - version) ELSE 1 END > 0`.execute(run.owner)
  await sql`GRANT SELECT ON fact_state TO rupee_app`.execute(run.owner)
  const { live, warnings, events } = followedBook()
  await live.load()
  expect(live.loaded && live.isTried).toBe(true)
  expect(live.missing).toEqual(['USD tt-selling hnb'])
  expect(warnings).toHaveLength(1)
  expect(live.book.newestUpTo(SAMPATH, date)).toBeDefined()
  expect(live.book.hasRateUpTo(HNB, date)).toBe(true)
  expect(() => live.book.newestUpTo(HNB, date)).toThrow('The rates are being loaded')

  await sql`DROP VIEW fact_state`.execute(run.owner)
  await sql`ALTER TABLE all_facts RENAME TO fact_state`.execute(run.owner)
  await enter(HNB, '307')
  events.length = 0
  await live.catchUpNow()
  await expect.poll(() => live.missing).toEqual([])
  expect(live.book.newestUpTo(HNB, date)?.rate).toBe(3_070_000)
  expect(events.at(-1)).toEqual({ kind: 'reloaded', publisher: 'hnb' })
})

test('a load that failed is repeated', async () => {
  const { live, warnings } = followedBook()
  await withoutPieces(() => live.load())
  expect([live.loaded, warnings.length]).toEqual([false, 1])
  expect(() => live.book.newestUpTo(USD, date)).toThrow('The rates are being loaded')
  await live.catchUpNow()
  await expect.poll(() => live.loaded).toBe(true)
})

test('changes that arrive while a piece is read are in it once', async () => {
  const { live, events } = followedBook()
  await live.load()
  events.length = 0
  for (let n = 0; n < 20; n++) {
    const reloading = live.load()
    await enter(SAMPATH, `310.${n}`)
    await live.catchUpNow()
    await reloading
    expect(live.book.newestUpTo(SAMPATH, date)?.rate).toBe(3_100_000 + n * (n < 10 ? 1000 : 100))
  }
  expect(live.book.version).toBe(await newestVersion(run.db))
})

test('after a failover everything is read again, and the old figures are shown meanwhile', async () => {
  const standby = await startTestApp({ env: ENV })
  onTestFinished(() => standby.close())
  for (const rate of ['320', '321', '322']) await enter(USD, rate, date, standby.db)
  await enter(HNB, '399', date, standby.db)
  let primary = run.db
  const database = new Proxy(run.db, {
    get: (_, name) => {
      const member: unknown = Reflect.get(primary, name, primary)
      return typeof member === 'function' ? (member.bind(primary) as unknown) : member
    },
  })
  const { live, events } = followedBook(database)
  await live.load()
  const before = live.book.newestUpTo(SAMPATH, date)
  expect(before).toBeDefined()
  events.length = 0

  primary = standby.db
  await sql`ALTER TABLE fact_state RENAME TO away`.execute(standby.owner)
  await live.catchUpNow()
  expect(live.book.newestUpTo(SAMPATH, date)).toEqual(before)
  await sql`ALTER TABLE away RENAME TO fact_state`.execute(standby.owner)
  await live.catchUpNow()
  await expect.poll(() => live.book.newestUpTo(SAMPATH, date)).toBeUndefined()
  expect(live.book.newestUpTo(USD, date)?.rate).toBe(3_220_000)
  expect(live.book.newestUpTo(HNB, date)?.rate).toBe(3_990_000)
  expect(live.book.version).toBe(await newestVersion(standby.db))
  await expect
    .poll(() => events)
    .toEqual([
      { kind: 'reloaded' },
      ...['hnb', 'sampath'].map((publisher) => ({ kind: 'reloaded', publisher })),
    ])
  await enter(USD, '323', date, standby.db)
  await live.catchUpNow()
  expect(live.book.newestUpTo(USD, date)?.rate).toBe(3_230_000)
})
