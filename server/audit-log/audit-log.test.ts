import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  auditTrailState,
  exportAuditTrail,
  listAuditEntries,
  type AuditAction,
} from '../../contract/audit-log.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { seriesOf } from '../../domain/series.ts'
import { SYSTEM } from '../identity/actor.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { loadCheckpointKey, publicKeyText } from './checkpoints.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { recordChanges } from './record-changes.ts'

const test = await testAppOfFile()
const nimal = await signedInUser(test)
const SAID = new Map([
  [4, '=HYPERLINK("x")\r\n100% _ \\ "quoted", ශ්‍රී'],
  [5, 'Day 5: the USD rate of 22 Nov 2026'],
  [6, 'Day 6: the GBP rate of 2 Nov 2026'],
])
// The first entry is that of the bank holidays that come along.
for (let day = 2; day <= 20; day++) {
  test.clock.turn(86_400)
  const action = day % 2 === 0 ? 'create exchange rate' : 'login'
  await record(action, SAID.get(day) ?? `Day ${day}`)
}
test.clock.set('2026-11-20T08:35:00Z')
const reader = await signedInUser(test, 'Reader')

async function record(action: AuditAction, description: string): Promise<void> {
  const actor = {
    ...SYSTEM,
    userId: nimal.id,
    email: nimal.email,
    ip: '203.0.113.7',
    device: 'Browser',
  }
  await test.db.transaction().execute(async (trx) => {
    if (action !== 'login')
      await recordChanges(trx, [
        {
          ...seriesOf('USD'),
          date: dayInColombo(test.clock.now()),
          source: 'manual',
          rate: '301.25',
        },
      ])
    return recordAuditEntry(trx, { actor, at: test.clock.now() }, action, description)
  })
}

const publicKey = async () => publicKeyText((await loadCheckpointKey(test.deps.config))!)
const list = (query: string) =>
  test.get<typeof listAuditEntries>(`${listAuditEntries.url}${query}`, reader.headers)

describe('the list', () => {
  it('is newest first, 15 a page, in the specified envelope', async () => {
    const { status, headers, body } = await list('')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const { data, ...rest } = body
    expect(rest).toEqual({
      details: 'all',
      current_page: 1,
      last_page: 2,
      per_page: 15,
      total: 20,
      total_is_minimum: false,
      newest_id: 20,
      actions: ['change bank holidays', 'create exchange rate', 'login'],
    })
    expect(data.map(({ id }) => id)).toEqual([
      20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
    ])
    expect(data[0]).toEqual({
      id: 20,
      action: 'create exchange rate',
      description: 'Day 20',
      created_at: '2026-10-18T06:30:00.000Z',
      actor: 'user',
      name: 'Nimal Perera',
      user: nimal.email,
      ip_address: '203.0.113.7',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      metadata: {
        device: 'Browser',
        changes: [{ date: '2026-10-18', currency: 'USD', from: null, to: 301.25 }],
        changes_total: 1,
      },
    })
  })

  it.each([
    ['?page=2', [5, 4, 3, 2, 1]],
    ['?page=3', []],
    ['?per_page=2&page=2', [18, 17]],
    ['?action=login&per_page=2', [19, 17]],
    ['?action=logout', []],
    ['?search=day%202', [20, 2]],
    ['?search=100%25', [4]],
    ['?search=%25', [4]],
    ['?search=_', [4]],
    ['?search=%5C', [4]],
    ['?search=', [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6]],
    ['?from=2026-10-01&to=2026-10-02', [4, 3]],
    ['?from=2026-10-18', [20]],
    ['?to=2026-09-29', [1]],
    ['?currency=USD&per_page=1', [20]],
    ['?currency=GBP', []],
    ['?user=nobody@example.lk', []],
    ['?up_to=3', [3, 2, 1]],
    ['?search=day&up_to=3', [3, 2, 1]],
    ['?user=system&up_to=3', [1]],
    ['?search=2026-10-18', []],
    ['?rate_from=2026-10-18', [20, 1]],
    ['?search=22+nov', [5]],
  ])('answers %s with the entries %j', async (query, ids) => {
    const { status, body } = await list(query)
    expect(status).toBe(200)
    expect(body.data.map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    ['?page=0', 'page'],
    ['?per_page=101', 'per_page'],
    ['?from=2026-02-30', 'from'],
    ['?from=2026-10-02&to=2026-10-01', 'to'],
    ['?currency=EUR', 'currency'],
    ['?search=%00', 'search'],
    [`?search=${'x'.repeat(201)}`, 'search'],
    ['?sort=id', 'sort'],
    ['?action=a&action=b', 'action'],
  ])('refuses %s and names the field', async (query, field) => {
    const { status, body } = await list(query)
    expect(status).toBe(400)
    expect(Object.keys(body.errors ?? {})).toEqual([field])
  })
})

describe('the state', () => {
  const state = async () =>
    (await test.get<typeof auditTrailState>(auditTrailState.url, reader.headers)).body.data

  it('reports how far the chain is intact and when that was checked', async () => {
    expect(await state()).toEqual({
      verdict: 'OK',
      checked_to: 20,
      checked_at: '2026-11-20T08:35:00.000Z',
      broken_at: null,
      sentence: 'Verified up to entry 20 on 20 Nov 2026 at 14:05',
      signed_to: 20,
      signed_at: '2026-11-20T08:35:00.000Z',
      public_key: await publicKey(),
    })
  })

  it('names where the chain breaks until it is whole again', async () => {
    await test.owner.connection().execute(async (owner) => {
      const set = (text: string) =>
        sql`UPDATE audit_entry SET description = ${text} WHERE id = 7`.execute(owner)
      await sql`ALTER TABLE audit_entry DISABLE TRIGGER USER`.execute(owner)
      await set('Nothing')
      expect(await state()).toMatchObject({
        verdict: 'EDITED',
        broken_at: 7,
        sentence:
          'Broken: entry 7, or what it changed, is not as it was written; trigger ' +
          'audit_entry_continue on audit_entry was changed; trigger audit_entry_no_change on ' +
          'audit_entry was changed; trigger audit_entry_no_truncate on audit_entry was changed. ' +
          'Found on 20 Nov 2026 at 14:05',
      })
      await set('Day 7')
      expect((await state()).verdict).toBe('GUARDS CHANGED')
      for (const name of ['no_change', 'continue', 'no_truncate'])
        await sql
          .raw(`ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_${name}`)
          .execute(owner)
      expect((await state()).verdict).toBe('OK')
    })
  })
})

describe('an export', () => {
  const download = async (query: string) => {
    const response = await test.app.inject({
      url: `${exportAuditTrail.url}?${query}`,
      headers: reader.headers,
    })
    expect(response.statusCode, response.body).toBe(200)
    return response
  }
  const entriesOf = (body: string) =>
    body
      .split('\n')
      .filter((line) => line.startsWith('{"entry"'))
      .map((line) => (JSON.parse(line) as { entry: { id: number } }).entry.id)

  it.each(['csv', 'jsonl'] as const)(
    'as %s holds the whole trail with its changes, and is audited',
    async (format) => {
      const before = (await list('')).body.newest_id
      const { headers, body: text } = await download(`format=${format}`)
      expect(headers['content-disposition']).toBe(
        `attachment; filename="audit-trail-2026-11-20.${format}"`,
      )
      const lines = text.trimEnd().split('\n')
      const [about, changes] = format === 'csv' ? [1, 1] : [2, 0]
      // The multiline sentence of entry 4 is two lines of CSV.
      expect(lines).toHaveLength(about + before + 1 + 25 + 10 + changes)
      const { body } = await list('?per_page=1')
      expect(body.data[0]).toMatchObject({
        id: before + 1,
        action: 'export audit trail',
        description: `Exported the audit trail as ${format.toUpperCase()}: everything`,
        metadata: { format, filter: {} },
      })
    },
  )

  it('answers HEAD with type and file name and records no entry', async () => {
    const before = (await list('')).body.newest_id
    const called = { url: `${exportAuditTrail.url}?format=csv`, headers: reader.headers }
    expect((await test.app.inject({ method: 'HEAD', ...called })).headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="audit-trail-2026-11-20.csv"',
    })
    expect((await list('')).body.newest_id).toBe(before)
  })

  it('holds exactly what the filter finds', async () => {
    const { body } = await download('format=jsonl&action=login&from=2026-10-01&to=2026-10-05')
    expect(entriesOf(body)).toEqual([3, 5, 7])
    expect(entriesOf((await download('format=jsonl&action=logout')).body)).toEqual([])
  })

  it('lists each change below its entry, and in CSV no formula', async () => {
    const { body: csv } = await download('format=csv')
    expect(csv).toContain(`"'=HYPERLINK(""x"")`)
    const [head = '', ...rows] = csv.split('\r\n')
    expect(head).toMatch(
      /^id,created_at,action,description,actor,user,.*,hash,version,subject,currency,/,
    )
    const entry = rows.findIndex((row) => row.startsWith('20,2026-10-18'))
    expect(rows[entry]).toContain(',Day 20,')
    expect(rows[entry + 1]).toMatch(/^20,,.*,35,rate,USD,indicative,,2026-10-18,,manual,301\.2500,/)
    const { body: lines } = await download('format=jsonl')
    expect(entriesOf(lines).slice(0, 3)).toEqual([1, 2, 3])
    expect(lines).toContain('{"change":{"version":35,"subject":"rate","currency":"USD"')
  })
})
