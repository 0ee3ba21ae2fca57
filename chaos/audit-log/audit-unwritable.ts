import { dayInColombo } from '../../domain/calendar-date.ts'
import type { Scenario } from '../scenario.ts'
import type { Call } from '../../harness/load/http-client.ts'
import { codeFromMailbox, newNetwork, register, signIn } from '../../harness/users/sign-in-users.ts'
import { asSuperuser, embeddedPostgres } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'

/** Everything that an act may change. What only counts calls, or when someone was last seen, is no act. */
const TABLES = [
  'app_user',
  'app_session',
  'access_token',
  'secure_account_link',
  'known_device',
  'manual_rate',
  'rate_revision',
  'idempotency_key',
  'email_outbox',
  'audit_entry',
]

export const auditUnwritable: Scenario = {
  name: 'audit-unwritable',
  title: 'the audit entry cannot be written (the right to append is taken away)',
  pass: 'every act that has an entry fails and leaves nothing behind, and is done as soon as its entry can be written',
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const database = await embeddedPostgres(server.dataDir)
    const user = await signIn(server.http, 'nimal@example.lk')
    const doomed = await signIn(server.http, 'kamala@example.lk')
    const entry = (rate: number, date = dayInColombo(new Date())): Call => ({
      method: 'POST',
      path: '/api/exchange-rate/manual',
      headers: { ...user.headers, 'idempotency-key': `entry-${rate}` },
      body: { date, base_currency: 'GBP', rate },
    })
    await server.http.call(entry(390))
    const [row] = await asSuperuser<{ id: string }>(database, 'SELECT max(id) AS id FROM manual_rate')
    await register(server.http, 'waiting@example.lk')
    const otp = await codeFromMailbox(server.http, 'waiting@example.lk')
    const post = (path: string, body?: unknown, headers = user.headers): Call => ({
      method: 'POST',
      path,
      headers,
      body,
    })
    const acts: Readonly<Record<string, Call>> = {
      replace: entry(391),
      delete: {
        method: 'DELETE',
        path: `/api/exchange-rate/manual/${row?.id}`,
        headers: { ...user.headers },
      },
      enter: entry(392, '2026-11-01' as ReturnType<typeof dayInColombo>),
      register: post('/api/auth/register', { name: 'Sunil', email: 'sunil@example.lk' }, newNetwork()),
      'sign in': post('/api/auth/verify-otp', { email: 'waiting@example.lk', otp }, newNetwork()),
      'make a token': post('/api/auth/access-tokens', { name: 'script', scope: 'read' }),
      logout: post('/api/auth/logout', undefined, doomed.headers),
    }
    const fingerprint = async () => {
      const sums = TABLES.map(
        (table) => `(SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${table} t)`,
      )
      const [found] = await asSuperuser<{ sum: string }>(
        database,
        `SELECT concat_ws('-', ${sums.join(', ')}) AS sum`,
      )
      return found?.sum
    }
    await setRight(database, 'REVOKE', 'FROM')
    const before = await fingerprint()
    const responses: string[] = []
    let failed = 0
    let left = 0
    for (const [name, call] of Object.entries(acts)) {
      const { status } = await server.http.call(call)
      responses.push(`${name} ${status}`)
      if (status >= 500) failed++
      if ((await fingerprint()) !== before) left++
    }
    await setRight(database, 'GRANT', 'TO')
    let done = 0
    for (const call of Object.values(acts)) if ((await server.http.call(call)).status < 300) done++
    const count = Object.keys(acts).length
    return {
      figures: `${failed} of ${count} acts failed (${responses.join(', ')}), ${left} left something behind, ${done} of ${count} done afterwards`,
      ok: failed === count && left === 0 && done === count,
    }
  },
}

async function setRight(
  database: { superuserUrl: string },
  verb: 'GRANT' | 'REVOKE',
  direction: 'TO' | 'FROM',
) {
  await asSuperuser(database, `${verb} EXECUTE ON FUNCTION append_audit_entry ${direction} rupee_app`)
}
