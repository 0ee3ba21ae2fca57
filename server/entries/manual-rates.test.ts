import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { listAuditEntries } from '../../contract/audit-log.ts'
import { sendRequest } from '../testing/send-request.ts'
import { ratesAppOfFile, usd } from './manual-rates.fixture.ts'

const ratesApp = await ratesAppOfFile()
const { run, kumari, post, remove, restore, current, trail, liveRows, nimal } = ratesApp
beforeEach(() => ratesApp.clear())

describe('entering a rate', () => {
  test('responds 201 with the entry, which the next read returns', async () => {
    const { status, body, headers } = await post(usd)
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.message).toBe('Exchange rate added successfully')
    expect(body.data).toMatchObject({
      ...usd,
      created_by: 'Nimal Perera',
      updated_by: 'Nimal Perera',
    })
    expect(await current('2026-09-29')).toMatchObject({ rate: 301.25, source: 'manual' })
  })

  test('again replaces the entry, with both rates in the audit trail', async () => {
    const { body: first } = await post(usd)
    const { status, body } = await post({ ...usd, rate: 302 }, {}, kumari)
    expect(status).toBe(200)
    expect(body.message).toBe('Exchange rate updated successfully')
    expect(body.data).toMatchObject({ id: first.data.id, rate: 302, updated_by: 'Kumari Silva' })
    const entry = (await trail()).at(-1)
    expect(entry).toMatchObject({
      action: 'update exchange rate',
      user_email: kumari.email,
    })
    expect(entry?.description).toBe(
      'Changed the USD rate of 29 Sep 2026 from 301.2500 LKR to 302.0000 LKR',
    )
    expect(JSON.parse(entry?.metadata ?? '')).toMatchObject({
      changes: [{ from: 301.25, to: 302, currency: 'USD', date: '2026-09-29' }],
    })
  })

  test('the same rate again is named so in the audit trail', async () => {
    await post(usd)
    expect((await post(usd)).status).toBe(200)
    expect((await trail()).at(-1)?.description).toBe(
      'Entered the USD rate of 29 Sep 2026 again: 301.2500 LKR, as before',
    )
  })

  test('accepts the currency under either name, or under both if they agree', async () => {
    expect((await post({ ...usd, base_currency: undefined, currency: 'USD' })).status).toBe(201)
    expect((await post({ ...usd, currency: 'USD' })).status).toBe(200)
    const disagreeing = await post({ ...usd, currency: 'GBP' })
    expect(disagreeing.status).toBe(400)
    expect(disagreeing.body.errors).toHaveProperty('base_currency')
  })

  test('accepts any day up to today in Colombo, with a warning after 90 days', async () => {
    const recent = await post({ ...usd, date: '2026-07-01' })
    expect(recent).toMatchObject({ status: 201 })
    expect(recent.body).not.toHaveProperty('warnings')
    const old = await post({ ...usd, date: '2026-06-30' })
    expect(old).toMatchObject({ status: 201, body: { warnings: [{ kind: 'long ago' }] } })
    expect((await post({ ...usd, date: '2005-03-01', rate: 99.4 })).status).toBe(201)
    const tomorrow = await post({ ...usd, date: '2026-09-30' })
    expect(tomorrow.status).toBe(400)
    expect(tomorrow.body.errors?.['date']?.[0]).toContain('29 Sep 2026')
  })

  test.each([
    ['a fifth decimal', { rate: 301.12345 }, 'rate'],
    ['zero', { rate: 0 }, 'rate'],
    ['a rate as text', { rate: '301.25' }, 'rate'],
    ['a rate that is too large', { rate: 100_000_000 }, 'rate'],
    ['no rate', { rate: undefined }, 'rate'],
    ['an impossible day', { date: '2026-02-30' }, 'date'],
    ['an unknown currency', { base_currency: 'EUR' }, 'base_currency'],
    ['no currency', { base_currency: undefined }, 'base_currency'],
    ['another target', { target_currency: 'USD' }, 'target_currency'],
    ['an unknown field', { note: 'x' }, 'note'],
  ])('is refused by field for %s', async (_, change, field) => {
    const { status, body } = await post({ ...usd, ...change })
    expect(status).toBe(400)
    expect(Object.keys(body.errors ?? {})).toEqual([field])
    expect(body.message).toBe(body.errors?.[field]?.[0])
  })

  test('names every wrong field at once, the missing currency included', async () => {
    const { body } = await post({ date: '2020-02-03', rate: -1, note: 'x', target_currency: 'USD' })
    expect(Object.keys(body.errors ?? {}).sort()).toEqual([
      'base_currency',
      'note',
      'rate',
      'target_currency',
    ])
  })

  test('is refused without a live token', async () => {
    const { status, body } = await post(usd, {
      authorization: 'Bearer 0123456789012345678901234567890123456789',
    })
    expect(status).toBe(401)
    expect(body.message).toBe('Unauthenticated.')
    expect(await liveRows()).toEqual([])
  })

  test('does not happen if its audit entry cannot be written', async () => {
    await sql`ALTER TABLE audit_entry ADD CONSTRAINT full_up CHECK (id < 0) NOT VALID`.execute(
      run.owner,
    )
    const { status } = await post(usd)
    await sql`ALTER TABLE audit_entry DROP CONSTRAINT full_up`.execute(run.owner)
    expect(status).toBe(500)
    expect(await liveRows()).toEqual([])
    expect(await current('2026-09-29')).toMatchObject({ source: 'cbsl' })
  })
})

describe('deleting an entry', () => {
  test("brings the feed's rate back, and restoring brings the entry back", async () => {
    const { id } = (await post(usd)).body.data
    const deleted = await remove(id)
    expect(deleted).toMatchObject({
      status: 200,
      body: { message: 'Exchange rate deleted successfully' },
    })
    expect(await current('2026-09-29')).toMatchObject({ rate: 301.1, source: 'cbsl' })
    expect((await remove(id)).status).toBe(404)
    const restored = await restore(id)
    expect(restored.status).toBe(200)
    expect(restored.body.data).toMatchObject({ id, rate: 301.25 })
    expect(await current('2026-09-29')).toMatchObject({ rate: 301.25, source: 'manual' })
    const actions = (await trail()).slice(-3).map(({ action }) => action)
    expect(actions).toEqual([
      'create exchange rate',
      'delete exchange rate',
      'restore exchange rate',
    ])
  })

  test.each([
    ['with a body', 'DELETE', '', { reason: ' Wrong column ' }, 'Wrong column'],
    ['without', 'DELETE', '', undefined, undefined],
    ['with others', 'POST', '/changes', { reason: 'Wrong sheet' }, 'Wrong sheet'],
  ] as const)(
    'keeps the reason in the trail and its search (%s)',
    async (_name, method, path, body, reason) => {
      const { id, version } = (await post({ ...usd, rate: 306 })).body.data
      const place = path === '' ? `/${id}` : path
      const { status } = await sendRequest(run, {
        method,
        url: `/api/exchange-rate/manual${place}`,
        headers: nimal.headers,
        ...(body && { payload: path === '' ? body : { ...body, delete: [{ id, version }] } }),
      })
      expect(status).toBe(200)
      const list = async (query: string) =>
        (await run.get<typeof listAuditEntries>(`/api/audit-logs?${query}`, nimal.headers)).body
          .data
      const [entry] = await list('per_page=1')
      expect([entry?.action, entry?.metadata['reason']]).toEqual(['delete exchange rate', reason])
      const found = await list(`search=wrong+&entry=${entry?.id ?? 0}`)
      expect(found.map(({ id }) => id)).toEqual(reason === undefined ? [] : [entry?.id])
    },
  )

  test('cannot be undone once another entry has its day', async () => {
    const { id } = (await post(usd)).body.data
    await remove(id)
    await post({ ...usd, rate: 305 })
    const taken = await restore(id)
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'Another entry has taken USD on 29 Sep 2026 meanwhile.',
    ])
    expect((await restore(999_999)).status).toBe(404)
  })

  test.each(['0', '-1', '1.5', 'x', '99999999999999999'])(
    'is not found for the id %s',
    async (id) => {
      const url = `/api/exchange-rate/manual/${id}`
      expect(
        (await sendRequest(run, { method: 'DELETE', url, headers: nimal.headers })).status,
      ).toBe(404)
    },
  )

  test('twenty times at once deletes once', async () => {
    const { id } = (await post(usd)).body.data
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(id)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
