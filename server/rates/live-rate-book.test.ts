import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import { type Month, periodsFromTo } from '../../domain/period.ts'
import { seriesOf } from '../../domain/series.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges } from '../audit-log/record-changes.ts'
import { SYSTEM } from '../identity/actor.ts'
import type { Listener, Subscriber } from '../database/listener.ts'
import { storeHoliday } from '../testing/store-holiday.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { LiveRateBook, type BookEvent } from './live-rate-book.ts'
import { publish } from './published-rates.fixture.ts'
import { sealFact } from './read-seals.ts'

const run = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
await publish(run, 'cbsl', 'USD', { '2026-09-28': '300.9' })

/** Seals the month of the one rate. */
async function sealSeptember(): Promise<void> {
  const rate = { rate: 3_009_000 as Rate, date: calendarDateOf('2026-09-28') }
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
    await recordChanges(trx, [sealFact({ series: seriesOf('USD'), period: period!, figures })])
    const act = { actor: SYSTEM, at: run.clock.now() }
    await recordAuditEntry(trx, act, 'seal period', 'Sealed')
  })
}

/** A book of its own, whose notifications the test sends. */
function followedBook() {
  const heard = new Map<string, Subscriber>()
  const listener = { subscribe: (channel: string, by: Subscriber) => void heard.set(channel, by) }
  const warnings: unknown[] = []
  const log = { warn: (warning: unknown) => warnings.push(warning) }
  const book = new LiveRateBook({
    db: run.db,
    listener: listener as unknown as Listener,
    configured: 'cbsl',
    publicNames: false,
    log: log as never,
  })
  onTestFinished(() => book.close())
  return { book, warnings, hear: (channel: string) => heard.get(channel) }
}

test('a committed write is answered while its change cannot be read', async () => {
  const { book } = followedBook()
  await book.load()
  await run.owner.transaction().execute(async (trx) => {
    await sql`LOCK TABLE change IN ACCESS EXCLUSIVE MODE`.execute(trx)
    await book.waitFor(book.book.version + 1)
  })
})

test('a failed reload after a lost connection is repeated, not caught up', async () => {
  const { book, warnings, hear } = followedBook()
  await book.load()
  const events: BookEvent['kind'][] = []
  book.subscribe(({ kind }) => events.push(kind))
  hear('change')?.onConnect()
  await book.catchUpNow()
  // The first connection finds nothing that the load did not: the book is not read a second time.
  expect(events).toEqual([])

  await sql`ALTER TABLE live_fact RENAME TO away`.execute(run.owner)
  hear('change')?.onConnect()
  await expect.poll(() => warnings.length).toBe(1)
  await sql`ALTER TABLE away RENAME TO live_fact`.execute(run.owner)
  hear('change')?.onNotice('')
  await expect.poll(() => events).toEqual(['reloaded'])

  // Other facts arrive with the same versions.
  await storeHoliday(run.db, calendarDateOf('2026-07-01'), 'A day off')
  hear('change')?.onNotice('')
  await expect.poll(() => events).toEqual(['reloaded', 'other'])
  expect(book.book.holidays.known.map(({ name }) => name)).toContain('A day off')
  await sealSeptember()
  await book.catchUpNow()
  const september = { unit: 'month', from: calendarDateOf('2026-09-01') } as const
  expect(book.book.sealed.find(seriesOf('USD'), september)?.figures.closing.rate).toBe(3_009_000)
})
