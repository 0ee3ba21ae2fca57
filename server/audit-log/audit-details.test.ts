import { describe, expect, test } from 'vitest'
import { exportAuditTrail, listAuditEntries, listAuditUsers } from '../../contract/audit-log.ts'
import { Visitor } from '../sign-in/sign-in.fixture.ts'
import { sendRequest } from '../testing/send-request.ts'
import { newestSecrets } from '../sign-in/sign-in.fixture.ts'
import { testAppOfFile, startTestApp } from '../testing/test-app.ts'
import { maskJson, maskText } from './mask-details.ts'
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
  sendRequest<typeof listAuditEntries>(testApp, { url: `${listAuditEntries.url}${query}`, headers })

describe('the audit trail with AUDIT_DETAILS=own', () => {
  test('shows one’s own entries whole, and masks email and network addresses in those of others', async () => {
    const { body } = await list('?action=register')
    expect(body.details).toBe('own')
    expect(
      body.data.map(({ description, user, ip_address: ip }) => [description, user, ip]),
    ).toEqual([
      ['nimal@example.lk registered', 'nimal@example.lk', '198.51.100.5'],
      ['s***@example.lk registered', 's***@example.lk', '2001:db8:1:*'],
      ['k***@example.lk registered', 'k***@example.lk', '203.0.113.*'],
    ])
    const whole = JSON.stringify((await list('')).body)
    expect(whole).not.toMatch(/kamala|sunil|113\.77|8:1:2/)
  })

  test('finds nothing by what it masks, so that no search tells who is registered', async () => {
    for (const part of [
      'kamala',
      'amala@',
      'kamala@example.lk',
      'a@example.lk registered',
      'sunil',
    ])
      expect((await list(`?search=${encodeURIComponent(part)}`)).body.total, part).toBe(0)
    // Registered and signed in.
    expect((await list('?search=nimal%40example')).body.total).toBe(2)
    expect((await list('?search=registered')).body.total).toBe(3)
  })

  test('filters by one’s own address alone, and says the same of a known and of an unknown other one', async () => {
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

test('With AUDIT_DETAILS=own the list of users has but oneself', async () => {
  const { body } = await sendRequest<typeof listAuditUsers>(testApp, {
    url: listAuditUsers.url,
    headers,
  })
  expect(body.data).toEqual(['nimal@example.lk'])
})

describe('an export with AUDIT_DETAILS=own', () => {
  const exported = async (format: 'csv' | 'jsonl') =>
    (await testApp.app.inject({ url: `${exportAuditTrail.url}?format=${format}`, headers })).body

  test.each(['csv', 'jsonl'] as const)(
    'masks the same as %s, without what the masked could be found out with',
    async (format) => {
      const text = await exported(format)
      expect(text).toContain('k***@example.lk')
      expect(text).toContain('nimal@example.lk')
      expect(text).not.toMatch(/kamala|sunil|113\.77|8:1:2/)
      for (const line of format === 'csv' ? [] : text.trimEnd().split('\n')) {
        const { personal } = JSON.parse(line) as { personal?: Record<string, string> }
        if (personal)
          expect('salt' in personal, line).toBe(personal['user_email'] === 'nimal@example.lk')
      }
    },
  )

  test('is checked as far as it can be, and the verifier says how far', async () => {
    const text = await exported('jsonl')
    const { status, said } = await runVerifier([text])
    expect(status, said).toBe(0)
    expect(said).toMatch(/Masked, covered by nothing: 4$/m)
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
    url: `${listAuditEntries.url}?search=kamala`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(body).toMatchObject({ details: 'all', total: 1, data: [{ user: 'kamala@example.lk' }] })
  await other.close()
})

test.each([
  ['a@b.lk, c.d+e@f.lk; <g@h.lk>', 'a***@b.lk, c***@f.lk; <g***@h.lk>'],
  [
    'me@own.lk and me@own.lk.evil.lk, not xme@own.lk',
    'me@own.lk and m***@own.lk.evil.lk, not x***@own.lk',
  ],
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
