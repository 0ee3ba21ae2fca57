import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportAuditTrail, listAuditEntries, listAuditUsers } from '../../contract/audit-log.ts'
import { Visitor } from '../sign-in/sign-in.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { newestSecrets } from '../sign-in/sign-in.fixture.ts'
import { testAppOfFile, startTestApp } from '../testing/test-app.ts'
import { temporaryFolderOfFile } from '../testing/temporary-folder.ts'
import { loadCheckpointKey } from './chain/checkpoint-key.ts'
import { maskJson, maskText } from './mask-details.ts'
import { readExport } from './export/read-export.ts'
import { exportReportLines, verifyExport } from './export/verify-export.ts'

const folder = temporaryFolderOfFile()

/** Registers with an address, from a network, and signs in. */
async function signUp(email: string, ip: string): Promise<{ authorization: string }> {
  const visitor = new Visitor(testApp, ip)
  await visitor.register(email)
  const { code } = await newestSecrets(testApp, email)
  return { authorization: `Bearer ${(await visitor.verify(email, code)).body.token}` }
}

const testApp = await testAppOfFile({ env: { AUDIT_DETAILS: 'own' } })
await signUp('kamala@example.lk', '203.0.113.77')
await signUp('sunil@example.lk', '2001:db8:1:2::77')
const headers = await signUp('nimal@example.lk', '198.51.100.5')

const list = (query: string) =>
  sendRequest<typeof listAuditEntries>(testApp, { url: `${listAuditEntries.url}${query}`, headers })

describe('the audit trail with AUDIT_DETAILS=own', () => {
  test('shows one’s own entries whole, and masks email and network addresses in those of others', async () => {
    const { body } = await list('?action=register')
    expect(body.details).toBe('own')
    expect(body.data.map(({ description, user, ip_address: ip }) => [description, user, ip])).toEqual([
      ['nimal@example.lk registered', 'nimal@example.lk', '198.51.100.5'],
      ['s***@example.lk registered', 's***@example.lk', '2001:db8:1:*'],
      ['k***@example.lk registered', 'k***@example.lk', '203.0.113.*'],
    ])
    const whole = JSON.stringify((await list('')).body)
    expect(whole).not.toMatch(/kamala|sunil|113\.77|8:1:2/)
  })

  test('finds nothing by what it masks, so that no search tells who is registered', async () => {
    for (const part of ['kamala', 'amala@', 'kamala@example.lk', 'a@example.lk registered', 'sunil'])
      expect((await list(`?search=${encodeURIComponent(part)}`)).body.total, part).toBe(0)
    // Registered, signed in, and used from elsewhere: by this test.
    expect((await list('?search=nimal%40example')).body.total).toBe(3)
    expect((await list('?search=registered')).body.total).toBe(3)
  })

  test('filters by one’s own address alone, and says the same of a known and of an unknown other one', async () => {
    expect((await list('?user=Nimal@Example.lk')).body.total).toBe(3)
    const known = await list('?user=kamala@example.lk')
    expect(known).toMatchObject({
      status: 400,
      body: { errors: { user: ['You can filter by your own email address only.'] } },
    })
    expect((await list('?user=nobody@example.lk')).body).toEqual(known.body)
    const url = `${exportAuditTrail.url}?format=csv&user=kamala@example.lk`
    expect((await testApp.app.inject({ url, headers })).statusCode).toBe(400)
  })
})

test('With AUDIT_DETAILS=own the list of users has but oneself', async () => {
  const { body } = await sendRequest<typeof listAuditUsers>(testApp, { url: listAuditUsers.url, headers })
  expect(body.data).toEqual(['nimal@example.lk'])
})

describe.each(['csv', 'json'] as const)('an export as %s with AUDIT_DETAILS=own', (format) => {
  const file = join(folder, `export.${format}`)
  const verify = async (edit: (text: string) => string = (text) => text) => {
    const edited = `${file}.edited`
    writeFileSync(edited, edit(readFileSync(file, 'utf8')))
    const key = createPublicKey((await loadCheckpointKey(testApp.deps.config))!)
    return verifyExport(readExport(edited), key)
  }

  beforeAll(async () => {
    const { body } = await testApp.app.inject({ url: `${exportAuditTrail.url}?format=${format}`, headers })
    writeFileSync(file, body)
  })

  test('masks the same, without what the masked could be found out with', () => {
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('k***@example.lk')
    expect(text).toContain('nimal@example.lk')
    expect(text).not.toMatch(/kamala|sunil|113\.77|8:1:2/)
    if (format === 'json') {
      const { entries } = JSON.parse(text) as { entries: { user: string; salt: string | null }[] }
      for (const { user, salt } of entries) expect(salt === null, user).toBe(user !== 'nimal@example.lk')
    }
  })

  test('is checked as far as it can be, and the report says how far', async () => {
    const report = await verify()
    expect(report).toMatchObject({ verdict: 'OK', masked: 4, withoutPersonal: 0 })
    expect(report.rowsValid).toBe(report.rows)
    expect(exportReportLines(report).join('\n')).toMatch(/Masked: {6}4 of \d+ rows; the check does not cover/)
  })

  test('cannot be changed unseen where the proof reaches: in what is not masked, and in how much is', async () => {
    expect(
      await verify((text) => text.replace('"login"', '"logout"').replace(',login,', ',logout,')),
    ).toMatchObject({ verdict: 'EDITED' })
    expect(await verify((text) => text.replace('nimal@example.lk', 'other@example.lk'))).toMatchObject({
      verdict: 'EDITED',
    })
    const hidden = (text: string) => {
      const entry = text.split('\n').find((line) => line.includes('nimal@example.lk'))!
      const masked = entry
        .replace(/"salt":"\w+","masked":null/, '"salt":null,"masked":1')
        .replace(/,[0-9a-f]{64},,/, ',,1,')
      expect(masked).not.toBe(entry)
      return text.replace(entry, masked)
    }
    expect(await verify(hidden)).toMatchObject({ verdict: 'REWRITTEN' })
  })
})

test('with AUDIT_DETAILS=all, the default on one machine, everything is shown', async () => {
  const other = await startTestApp()
  const visitor = new Visitor(other)
  await visitor.register('kamala@example.lk')
  await visitor.register('nimal@example.lk')
  const { code } = await newestSecrets(other, 'nimal@example.lk')
  const { token } = (await visitor.verify('nimal@example.lk', code)).body
  const { body } = await sendRequest<typeof listAuditEntries>(other, {
    url: `${listAuditEntries.url}?search=kamala`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(body).toMatchObject({ details: 'all', total: 1, data: [{ user: 'kamala@example.lk' }] })
  await other.close()
})

test.each([
  ['a@b.lk, c.d+e@f.lk; <g@h.lk>', 'a***@b.lk, c***@f.lk; <g***@h.lk>'],
  ['me@own.lk and me@own.lk.evil.lk, not xme@own.lk', 'me@own.lk and m***@own.lk.evil.lk, not x***@own.lk'],
  ['@ at @@ a @b', '@ at @@ a @b'],
  [
    'Chrome/150.0.0.0 from 10.1.2.3, 1.2.3.4.5 and 300.1.1.1',
    'Chrome/150.0.0.* from 10.1.2.*, 1.2.3.4.5 and 300.1.1.1',
  ],
  [
    '::1, 2001:db8:a:b::1, fe80::1:2:3:4; 12:34:56 and 301.2500',
    '0:0:0:*, 2001:db8:a:*, fe80:0:0:*; 12:34:56 and 301.2500',
  ],
])('%j is masked as %j', (text, masked) => {
  const viewer = { id: 1, email: 'me@own.lk' }
  expect(maskText(text, viewer)).toBe(masked)
  expect(maskJson({ [`k ${text}`]: [text, 1, null] }, viewer)).toMatchObject({
    [`k ${text}`]: [masked, 1, null],
  })
})
