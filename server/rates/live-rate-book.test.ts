import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import { periodsFromTo, type Month } from '../../domain/period.ts'
import { seriesOf } from '../../domain/series.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { SYSTEM } from '../identity/actor.ts'
import { insertSeal } from '../periods/seal-queries.ts'
import type { Listener, Subscriber } from '../database/listener.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { LiveRateBook, type BookEvent } from './live-rate-book.ts'
import { publish } from './published-rates.fixture.ts'

const run = await testAppOfFile({ env: { RATE_FEED: 'cbsl' } })
await publish(run, 'cbsl', 'USD', { '2026-09-28': '300.9' })

/** Seals the month of the one rate. */
async function sealSeptember(): Promise<void> {
  const rate = { rate: 3_009_000 as Rate, date: calendarDateOf('2026-09-28') }
  const average = { rate: rate.rate, days: 1 }
  const [period] = periodsFromTo('month', '2026-09' as Month, '2026-09' as Month)
  await run.db.transaction().execute(async (trx) => {
    const at = run.clock.now()
    const auditEntry = await recordAuditEntry(trx, { actor: SYSTEM, at }, 'seal period', 'Sealed')
    const figures = {
      ...{ opening: null, closing: rate, min: rate, max: rate },
      ...{ averagePublished: average, averageCalendar: average },
    }
    await insertSeal(
      trx,
      { series: seriesOf('USD'), period: period!, figures },
      { version: 1, at, auditEntry },
    )
  })
}

test('a whole reading that fails after a lost connection is done at the next chance, not caught up', async () => {
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
  await book.load()
  const events: BookEvent['kind'][] = []
  book.subscribe(({ kind }) => events.push(kind))
  heard.get('rate_change')?.onConnect()
  await book.catchUpNow()
  // The first connection finds nothing that the load did not: the book is not read a second time.
  expect(events).toEqual([])

  await sql`ALTER TABLE rate_revision RENAME TO away`.execute(run.owner)
  heard.get('rate_change')?.onConnect()
  await expect.poll(() => warnings.length).toBe(1)
  await sql`ALTER TABLE away RENAME TO rate_revision`.execute(run.owner)
  heard.get('rate_feed')?.onNotice('')
  // Catching up would tell of nothing, because nothing has changed.
  await expect.poll(() => events).toEqual(['feed-status'])

  // A change that nobody was told of while the connection was lost is in the whole reading.
  await sql`INSERT INTO bank_holiday (date, name, scope, source, entered_at)
    VALUES ('2026-07-01', 'A day off', 'special', 'Gazette', now())`.execute(run.db)
  heard.get('rate_change')?.onConnect()
  await expect.poll(() => events).toEqual(['feed-status', 'reloaded'])
  expect(book.book.holidays.known.map(({ name }) => name)).toContain('A day off')
  await sealSeptember()
  heard.get('rate_change')?.onConnect()
  await expect.poll(() => events).toEqual(['feed-status', 'reloaded', 'reloaded'])
  book.close()
})
