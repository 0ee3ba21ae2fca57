import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditTrailState, exportAuditTrail, listAuditEntries } from '../../contract/audit-log.ts'
import type { AuditAction } from '../../contract/schema/audit-log.schema.ts'
import { SYSTEM } from '../identity/actor.ts'
import { sendRequest } from '../testing/send-request.ts'
import { signedInUser } from '../testing/signed-in-user.ts'
import { testAppOfFile } from '../testing/test-app.ts'
import { keyName, publicKeyText } from './chain/checkpoint.ts'
import { loadCheckpointKey } from './chain/checkpoint-key.ts'
import { readExport } from './export/read-export.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { verifyExport } from './export/verify-export.ts'

const test = await testAppOfFile()
const nimal = await signedInUser(test)
for (let day = 1; day <= 20; day++) {
  const action = day % 2 === 0 ? 'create exchange rate' : 'login'
  await record(action, day === 4 ? '=HYPERLINK("x")\r\n100% _ \\ "quoted", ශ්‍රී' : `Day ${day}`)
  test.clock.turn(86_400)
}
test.clock.set('2026-11-20T08:35:00Z')
const reader = await signedInUser(test, 'Reader')

async function record(action: AuditAction, description: string): Promise<void> {
  const actor = { ...SYSTEM, userId: nimal.id, email: nimal.email, ip: '203.0.113.7', device: 'Browser' }
  await test.db.transaction().execute((trx) =>
    recordAuditEntry(trx, { actor, at: test.clock.now() }, action, description, {
      ...(action === 'login' ? {} : { currency: 'USD' as const }),
      metadata: { from: null, to: 301.25 },
    }),
  )
}

const publicKey = async () => createPublicKey((await loadCheckpointKey(test.deps.config))!)
const list = (query: string) =>
  sendRequest<typeof listAuditEntries>(test, {
    url: `${listAuditEntries.url}${query}`,
    headers: reader.headers,
  })

describe('the list', () => {
  it('is newest first, 15 on a page, with the envelope of the specification', async () => {
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
      actions: ['create exchange rate', 'login'],
    })
    expect(data.map(({ id }) => id)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6])
    expect(data[0]).toEqual({
      id: 20,
      action: 'create exchange rate',
      description: 'Day 20',
      created_at: '2026-10-18T06:30:00.000Z',
      user: nimal.email,
      ip_address: '203.0.113.7',
      metadata: { from: null, to: 301.25, device: 'Browser' },
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
    (await sendRequest<typeof auditTrailState>(test, { url: auditTrailState.url, headers: reader.headers }))
      .body.data

  it('says to where the chain is intact and when that was seen, by the clock of Colombo', async () => {
    const key = await publicKey()
    expect(await state()).toEqual({
      ...{ verdict: 'OK', checked_to: 20, checked_at: '2026-11-20T08:35:00.000Z', broken_at: null },
      sentence: 'Intact to entry 20, checked 20 Nov 2026 14:05',
      ...{ signed_to: 20, signed_at: '2026-11-20T08:35:00.000Z' },
      key: { fingerprint: keyName(key), public_key: publicKeyText(key) },
    })
  })

  it('says plainly where it breaks, in what is old and what is new, until it is whole again', async () => {
    await test.owner.connection().execute(async (owner) => {
      const set = (text: string) =>
        sql`UPDATE audit_entry SET description = ${text} WHERE id = 7`.execute(owner)
      await sql`ALTER TABLE audit_entry DISABLE TRIGGER USER`.execute(owner)
      await set('Nothing')
      expect(await state()).toMatchObject({
        verdict: 'EDITED',
        broken_at: 7,
        sentence: 'Broken: entry 7 is not what it was when it was written, checked 20 Nov 2026 14:05',
      })
      await set('Day 7')
      expect((await state()).verdict).toBe('OK')
      await sql`ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_no_change`.execute(owner)
      await sql`ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_continue`.execute(owner)
    })
  })
})

describe('an export', () => {
  const folder = () => join(test.deps.config.dataDir, 'exports')
  const download = async (query: string) => {
    const response = await test.app.inject({
      url: `${exportAuditTrail.url}?${query}`,
      headers: reader.headers,
    })
    expect(response.statusCode).toBe(200)
    mkdirSync(folder(), { recursive: true })
    const file = join(folder(), query.replace(/\W/g, '-'))
    writeFileSync(file, response.body)
    return { response, file }
  }
  const verify = async (file: string, edit: (text: string) => string = (text) => text) => {
    const edited = `${file}.edited`
    writeFileSync(edited, edit(readFileSync(file, 'utf8')))
    const { verdict, at, rows } = await verifyExport(readExport(edited), await publicKey())
    return { verdict, at, rows }
  }

  it.each(['csv', 'json'] as const)(
    'as %s holds the whole trail with its proof, and is audited',
    async (format) => {
      const before = (await list('')).body.newest_id
      const { response, file } = await download(`format=${format}`)
      expect(response.headers['content-disposition']).toBe(
        `attachment; filename="audit-trail-2026-11-20.${format}"`,
      )
      expect(await verify(file)).toEqual({ verdict: 'OK', at: null, rows: before + 1 })
      const { body } = await list('?per_page=1')
      expect(body.data[0]).toMatchObject({
        id: before + 1,
        action: 'export audit trail',
        description: `Exported the audit trail as ${format.toUpperCase()}: everything`,
        metadata: { format, filter: {} },
      })
    },
  )

  it('is asked for by HEAD with the type and the name of its file, and without an entry', async () => {
    const before = (await list('')).body.newest_id
    const called = { url: `${exportAuditTrail.url}?format=csv`, headers: reader.headers }
    expect((await test.app.inject({ method: 'HEAD', ...called })).headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="audit-trail-2026-11-20.csv"',
    })
    expect((await list('')).body.newest_id).toBe(before)
  })

  it.each(['csv', 'json'] as const)('as %s holds exactly what the filter finds', async (format) => {
    const { file } = await download(`format=${format}&action=login&from=2026-10-01&to=2026-10-05`)
    expect(await verify(file)).toEqual({ verdict: 'OK', at: null, rows: 3 })
    const none = await download(`format=${format}&action=logout`)
    expect(await verify(none.file)).toEqual({ verdict: 'OK', at: null, rows: 0 })
  })

  it('is JSON as a whole, and CSV in which no cell is run as a formula', async () => {
    const { response: json } = await download('format=json')
    const { entries } = json.json<{ entries: { id: number }[] }>()
    expect(entries.map(({ id }) => id).slice(0, 3)).toEqual([1, 2, 3])
    const { response: csv } = await download('format=csv')
    expect(csv.body).toContain(`"'=HYPERLINK(""x"")`)
    expect(csv.body.split('\r\n')[0]).toMatch(/^id,created_at,action,description,user,/)
  })

  it.each(['csv', 'json'] as const)('as %s cannot be changed unseen', async (format) => {
    const { file } = await download(`format=${format}&up_to=20`)
    const lines = (text: string) => text.split('\n')
    const without = (text: string, part: string) =>
      lines(text)
        .filter((line) => !line.includes(part))
        .join('\n')
    expect(await verify(file, (text) => text.replace('Day 9', 'Day 8'))).toMatchObject({
      verdict: 'EDITED',
      at: 9,
    })
    expect(await verify(file, (text) => without(text, 'Day 9'))).toMatchObject({ verdict: 'GAP', at: 9 })
    expect(await verify(file, (text) => without(text, 'rupee-rates audit export'))).toMatchObject({
      verdict: 'TRUNCATED',
      at: 21,
    })
    expect(await verify(file, (text) => without(text, 'Day 20'))).toMatchObject({
      verdict: 'TRUNCATED',
      at: 20,
    })
    const escaped = format === 'csv' ? '""rows"":20' : '"rows":20'
    expect(await verify(file, (text) => text.replace(escaped, escaped.replace('20', '19')))).toMatchObject({
      verdict: 'REWRITTEN',
    })
    const filtered = await download(`format=${format}&action=login`)
    expect(await verify(filtered.file, (text) => without(text, 'Day 9'))).toMatchObject({ verdict: 'GAP' })
  })

  it('is vouched for by nobody where the key is another', async () => {
    const { file } = await download('format=json')
    expect((await verifyExport(readExport(file), undefined)).verdict).toBe('NOT COVERED')
    const other = createPublicKey(generateKeyPairSync('ed25519').privateKey)
    expect((await verifyExport(readExport(file), other)).verdict).toBe('NOT COVERED')
    rmSync(folder(), { recursive: true })
  })
})
