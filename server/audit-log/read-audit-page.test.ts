import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { seedAuditTrail } from '../testing/seed-audit-trail.ts'
import { TEST_TIMEOUTS, testDatabase } from '../testing/test-database.ts'
import { connect } from '../database/connection.ts'
import { filteredPage, readPage, resolveFilter, type AuditFilter } from './read-audit-page.ts'

const COUNT = 30_000
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const database = await testDatabase()
const owner = connect(database.ownerUrl, { statementTimeoutMs: 0 }).db
await seedAuditTrail(owner, COUNT)
await owner.destroy()
const { db } = connect(database.appUrl, TEST_TIMEOUTS)
afterAll(() => db.destroy())

const page = (filter: AuditFilter, number = 1, size = 15) =>
  readPage(db, filter, { number, size, end: COUNT }, null)
const idsOf = async (filter: AuditFilter, number?: number) =>
  (await page(filter, number)).data.map(({ id }) => id)

describe('a page of the trail', () => {
  it('is read by number, and counts the trail exactly', async () => {
    expect(await idsOf({})).toEqual(Array.from({ length: 15 }, (_, index) => COUNT - index))
    expect(await idsOf({}, 2000)).toEqual(Array.from({ length: 15 }, (_, index) => 15 - index))
    expect(await page({}, 2001)).toEqual({ data: [], total: COUNT, totalIsMinimum: false })
  })

  it('is fixed by up_to, whatever is appended later', async () => {
    expect(await idsOf({ up_to: 20 })).toEqual(Array.from({ length: 15 }, (_, index) => 20 - index))
    expect((await page({ up_to: 20 })).total).toBe(20)
    expect((await page({ action: 'register', up_to: 40 })).total).toBe(4)
  })

  it('counts filtered entries up to 1,500 and says if there are more', async () => {
    expect(await page({ action: 'login' })).toMatchObject({ total: 1500, totalIsMinimum: true })
    expect(await page({ search: 'Deleted USD/LKR' })).toMatchObject({
      total: 750,
      totalIsMinimum: false,
    })
  })

  it('counts further as pages are turned, up to the last', async () => {
    expect(await page({ action: 'login' }, 100)).toMatchObject({
      total: 3000,
      totalIsMinimum: true,
    })
    const last = await page({ action: 'login' }, 400)
    expect(last).toMatchObject({ total: 6000, totalIsMinimum: false })
    expect(last.data.map(({ id }) => id).at(-1)).toBe(6)
  })

  it('matches %, _ and \\ literally, and ignores case', async () => {
    expect((await page({ search: 'ENTERED usd' })).total).toBeGreaterThan(0)
    for (const search of ['%', '_', '\\', 'Entered%', 'Signed_in']) {
      expect(await page({ search }), search).toMatchObject({ data: [], total: 0 })
    }
  })

  it('finds by day in Colombo, user and currency together', async () => {
    const day = calendarDateOf('2020-01-20')
    const found = await page({
      from: day,
      to: calendarDateOf('2020-02-20'),
      currency: 'USD',
      user: ' P39@Example.LK ',
    })
    expect(found.data.length).toBeGreaterThan(0)
    for (const entry of found.data) {
      expect(entry.user).toBe('p39@example.lk')
      expect(
        new Date(entry.created_at) >= new Date('2020-01-19T18:30:00.000Z') &&
          new Date(entry.created_at) < new Date('2020-02-20T18:30:00.000Z'),
      ).toBe(true)
    }
    expect((await page({ from: day, to: day })).total).toBe(480)
  })

  it('finds exactly the entries that changed rates of given days', async () => {
    const [from, to] = [calendarDateOf('2020-01-20'), calendarDateOf('2020-01-21')]
    const found = await page({ rate_from: from, rate_to: to })
    expect(found.total).toBe(2 * 480 * 0.4)
    const days = found.data.map(
      ({ metadata }) => (metadata['changes'] as { date: string }[])[0]?.date,
    )
    expect(new Set(days)).toEqual(new Set([to]))
    expect((await page({ rate_to: calendarDateOf('2020-01-01') })).total).toBe(480 * 0.4)
  })

  it.each<[AuditFilter, number]>([
    [{ currency: 'USD' }, 100],
    [{ currency: 'GBP', up_to: 20_000 }, 1],
    [{ currency: 'CAD', action: 'delete exchange rate' }, 5],
    [{ rate_from: calendarDateOf('2020-01-10'), user: 'p39@example.lk' }, 1],
  ])('finds by %j exactly the entries with such a change', async (filter, number) => {
    const { rows } = await sql<{ id: number }>`
      SELECT e.id FROM audit_entry e JOIN app_user u ON u.id = e.user_id
      WHERE (${filter.action ?? null}::text IS NULL OR e.action = ${filter.action ?? null})
        AND (${filter.user ?? null}::text IS NULL OR u.email = ${filter.user ?? null})
        AND e.id <= ${filter.up_to ?? COUNT}
        AND EXISTS (SELECT FROM change c WHERE c.version BETWEEN e.first_change AND e.last_change
          AND c.currency = coalesce(${filter.currency ?? null}, c.currency)
          AND c.date >= ${filter.rate_from ?? '2020-01-01'}::date)
      ORDER BY e.id DESC OFFSET ${(number - 1) * 15} LIMIT 15`.execute(db)
    expect(rows.length).toBe(15)
    expect(await idsOf(filter, number)).toEqual(rows.map(({ id }) => id))
  })
})

describe('the plan', () => {
  it.each<[string, AuditFilter, number, string?]>([
    ['a rare text', { search: md5('29') }, 150, 'Bitmap Index Scan'],
    ['a text that is not there', { search: md5('x') }, 150, 'Bitmap Index Scan'],
    ['a common text', { search: 'signed' }, 400, 'Backward'],
    ['two characters', { search: 'in' }, 700, 'Backward'],
    ['an action', { action: 'register' }, 1000],
    ['a user', { user: 'p7@example.lk' }, 400],
    ['a currency', { currency: 'USD' }, 1000],
    [
      'the day of a rate',
      { rate_from: calendarDateOf('2020-01-03'), rate_to: calendarDateOf('2020-01-03') },
      600,
    ],
    [
      'a day that no rate is of',
      { rate_from: calendarDateOf('2019-12-31'), rate_to: calendarDateOf('2019-12-31') },
      150,
    ],
    ['all days of rates', { rate_from: calendarDateOf('2020-01-01') }, 1300],
    ['an old day', { from: calendarDateOf('2020-01-03'), to: calendarDateOf('2020-01-03') }, 200],
    [
      'an old span of days',
      { from: calendarDateOf('2020-01-03'), to: calendarDateOf('2020-01-20') },
      400,
    ],
  ])('for %s reads few of the 2,000 pages of the table', async (_what, filter, most, scan = '') => {
    const { query } = filteredPage(await resolveFilter(db, filter), 0, 15)
    const explained =
      await sql<Explained>`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`.execute(db)
    const text = JSON.stringify(explained.rows[0])
    const plan = explained.rows[0]!['QUERY PLAN'][0]!.Plan
    expect(
      plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      text.slice(0, 2000),
    ).toBeLessThan(most)
    expect(text).toContain(scan)
  })
})

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[]
}
