import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { connect } from '../database/connection.ts'
import { migrate } from '../database/run-migrations.ts'
import { TEST_TIMEOUTS, testDatabaseOfFile } from '../testing/test-database.ts'
import { readRateBook } from './read-rate-book.ts'

/** The last migration before rates had a kind. */
const BEFORE = 10

const database = await testDatabaseOfFile('empty')
await migrate(database.ownerUrl, 'rupee_app', { upTo: BEFORE })
const owner = connect(database.ownerUrl, TEST_TIMEOUTS).db
afterAll(() => owner.destroy())

test('rates of before there were kinds stay as they are, and are indicative', async () => {
  await sql`INSERT INTO app_user (name, email, created_at) VALUES ('Nimal', 'nimal@example.lk', now())`.execute(
    owner,
  )
  await sql`INSERT INTO manual_rate (currency, date, rate, created_at, created_by, updated_at, updated_by)
    SELECT code, '2026-09-28', 301.25, now(), 1, now(), 1 FROM unnest(ARRAY['USD', 'GBP']) code`.execute(
    owner,
  )
  await sql`UPDATE manual_rate SET deleted_at = now(), deleted_by = 1 WHERE currency = 'GBP'`.execute(owner)
  await sql`INSERT INTO published_rate (source, currency, date, rate, fetched_at)
    VALUES ('cbsl', 'USD', '2026-09-29', 301.1, now())`.execute(owner)
  const before = await revisions()

  await migrate(database.ownerUrl, 'rupee_app')

  expect(before).toHaveLength(4)
  expect(await revisions()).toEqual(before)
  const { rows: kinds } = await sql`SELECT kind FROM rate_revision UNION SELECT kind FROM manual_rate
    UNION SELECT kind FROM published_rate`.execute(owner)
  expect(kinds).toEqual([{ kind: 'indicative' }])
  const book = await readRateBook(owner, 'cbsl')
  const [dollar, pound] = [seriesOf('USD'), seriesOf('GBP')]
  expect(book.rateOn(dollar, calendarDateOf('2026-09-28'))).toMatchObject({
    source: 'manual',
    rate: 3_012_500,
  })
  expect(book.rateOn(dollar, calendarDateOf('2026-09-29'))).toMatchObject({ source: 'cbsl', rate: 3_011_000 })
  expect(book.oldest(pound)).toBeUndefined()
  expect(book.version).toBe(4)
})

async function revisions(): Promise<unknown[]> {
  const { rows } = await sql`SELECT version, currency, date, source, rate, at, user_id, reason
    FROM rate_revision ORDER BY version`.execute(owner)
  return rows
}
