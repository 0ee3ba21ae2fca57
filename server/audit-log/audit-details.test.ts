import { describe, expect, test } from 'vitest'
import { exportAuditTrail, listAuditEntries, listAuditUsers } from '../../contract/audit-log.ts'
import { Visitor, newestSecrets } from '../sign-in/sign-in.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { testAppOfFile, startTestApp } from '../testing/test-app.ts'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { runVerifier } from './verify-audit-trail.fixture.ts'

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
  testApp.get<typeof listAuditEntries>(`${listAuditEntries.url}${query}`, headers)

/** Addresses and devices of other accounts. */
const HIDDEN = /kamala|sunil|113\.77|8:1:2/

describe('the audit trail with AUDIT_DETAILS=own', () => {
  test('shows own entries whole, and other users by name only', async () => {
    const { body } = await list('?action=register')
    expect(body.details).toBe('own')
    const shown = body.data.map(({ name, user, ip_address: ip, metadata }) => [
      ...[name, user, ip, 'device' in metadata],
    ])
    expect(shown).toEqual([
      ['Nimal Perera', 'nimal@example.lk', '198.51.100.5', true],
      ['Nimal Perera', null, null, false],
      ['Nimal Perera', null, null, false],
    ])
    expect(JSON.stringify((await list('')).body)).not.toMatch(HIDDEN)
  })

  test('hides the address of another subject and keeps reasons', async () => {
    const about = (email: string) =>
      testApp.db.transaction().execute((trx) =>
        recordAuditEntry(
          trx,
          { actor: OPERATOR, at: testApp.clock.now() },
          'suspend user',
          'Suspended [subject]',
          {
            subject: { id: 1, name: 'Kumari Silva', email },
            content: { reason: 'Left the bank' },
          },
        ),
      )
    await about('kamala@example.lk')
    await about('nimal@example.lk')
    const { data } = (await list('?action=suspend+user')).body
    expect(data.map(({ description, metadata }) => [description, metadata])).toEqual([
      [
        'Suspended Kumari Silva',
        {
          user_id: 1,
          subject: 'Kumari Silva',
          subject_email: 'nimal@example.lk',
          reason: 'Left the bank',
        },
      ],
      ['Suspended Kumari Silva', { user_id: 1, subject: 'Kumari Silva', reason: 'Left the bank' }],
    ])
  })

  test('finds nothing by an address, so that a search reveals nobody', async () => {
    for (const part of ['kamala', 'a@example.lk', 'kamala@example.lk', 'sunil', '203.0.113'])
      expect((await list(`?search=${encodeURIComponent(part)}`)).body.total, part).toBe(0)
    expect((await list('?search=registered')).body.total).toBe(3)
  })

  test('filters only by the own address, with the same error for known and unknown ones', async () => {
    expect((await list('?user=Nimal@Example.lk')).body.total).toBe(2)
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

test('with AUDIT_DETAILS=own the list of users has only oneself', async () => {
  const { body } = await testApp.get<typeof listAuditUsers>(listAuditUsers.url, headers)
  expect(body.data).toEqual(['nimal@example.lk'])
})

describe('an export with AUDIT_DETAILS=own', () => {
  const exported = async (format: 'csv' | 'jsonl') =>
    (await testApp.app.inject({ url: `${exportAuditTrail.url}?format=${format}`, headers })).body

  test.each(['csv', 'jsonl'] as const)(
    'leaves out the same as %s, with the salts by which it could be found out',
    async (format) => {
      const text = await exported(format)
      expect(text).toContain('nimal@example.lk')
      expect(text).toContain('Left the bank')
      expect(text).not.toMatch(HIDDEN)
      for (const line of format === 'csv' ? [] : text.trimEnd().split('\n')) {
        const { actor } = JSON.parse(line) as { actor?: Record<string, string> | null }
        if (actor) expect('salt' in actor, line).toBe('data' in actor)
      }
    },
  )

  test('is verified except for what it leaves out', async () => {
    const text = await exported('jsonl')
    const { last, printed } = await runVerifier([text])
    expect(last).toMatch(/^NOT COVERED/)
    expect(printed).toMatch(/^Left out: {4}\d+ personal parts/m)
    const edited = (from: string, to: string) => runVerifier([text.replace(from, to)])
    expect((await edited('"login"', '"logout"')).last).toMatch(/^EDITED/)
    expect((await edited('nimal@example.lk', 'other@example.lk')).last).toMatch(/^EDITED/)
  })
})

test('with AUDIT_DETAILS=all everything is shown', async () => {
  const other = await startTestApp({ env: { AUDIT_DETAILS: 'all' } })
  const visitor = new Visitor(other)
  await visitor.register('kamala@example.lk')
  await visitor.register('nimal@example.lk')
  const { code } = await newestSecrets(other, 'nimal@example.lk')
  const { token } = (await visitor.verify('nimal@example.lk', code)).body
  const { body } = await sendRequest<typeof listAuditEntries>(other, {
    url: `${listAuditEntries.url}?user=kamala@example.lk`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(body).toMatchObject({ details: 'all', total: 1, data: [{ user: 'kamala@example.lk' }] })
  await other.close()
})
