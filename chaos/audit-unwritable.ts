import { addDays, dayInColombo } from '../domain/calendar-date.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Call } from '../harness/load/http-client.ts'
import { codeFromMailbox, newNetwork, register, signIn } from '../harness/users/sign-in-users.ts'
import { asSuperuser } from '../harness/database/postgres.ts'
import { check, holds, type Figure } from '../harness/figure.ts'
import { Server } from '../harness/process/restartable-server.ts'

/** Everything that a request may change, except counters and times of use. */
const TABLES = [
  ...['app_user', 'app_session', 'access_token', 'known_device', 'change', 'fact_state'],
  ...['idempotency_key', 'email_outbox', 'audit_entry'],
]

const RIGHT = 'EXECUTE ON FUNCTION append_audit_entry'

export const auditUnwritable: Scenario = {
  title: 'the audit entry cannot be written (the right to append is taken away)',
  async run(scope) {
    const server = await Server.start(scope)
    const database = await server.database()
    const user = await signIn(server.http, 'nimal@example.lk')
    const doomed = await signIn(server.http, 'kamala@example.lk')
    const today = dayInColombo(new Date())
    const post = (path: string, body?: unknown, headers = user.headers): Call => {
      return { method: 'POST', path, headers, body }
    }
    const entry = (rate: number, date = today): Call =>
      post(
        '/api/exchange-rate/manual',
        { date, base_currency: 'GBP', rate },
        { ...user.headers, 'idempotency-key': `entry-${rate}` },
      )
    await server.http.call(entry(390))
    const [row] = await asSuperuser<{ id: string }>(
      database,
      "SELECT max(id) AS id FROM fact_state WHERE source = 'manual'",
    )
    await register(server.http, 'waiting@example.lk')
    const otp = await codeFromMailbox(server.http, 'waiting@example.lk')
    const acts: Readonly<Record<string, Call>> = {
      replace: entry(391),
      delete: { ...post(`/api/exchange-rate/manual/${row?.id}`), method: 'DELETE' },
      enter: entry(392, addDays(today, -22)),
      register: post(
        '/api/auth/register',
        { name: 'Sunil', email: 'sunil@example.lk' },
        newNetwork(),
      ),
      'sign in': post('/api/auth/verify-otp', { email: 'waiting@example.lk', otp }, newNetwork()),
      'make a token': post('/api/auth/access-tokens', { name: 'script', scope: 'read' }),
      logout: post('/api/auth/logout', undefined, doomed.headers),
    }
    const fingerprint = async () => {
      const sums = TABLES.map(
        (table) => `(SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${table} t)`,
      )
      const found = await asSuperuser(database, `SELECT concat_ws('-', ${sums.join(', ')}) AS sum`)
      return found[0]?.['sum'] as string
    }
    await asSuperuser(database, `REVOKE ${RIGHT} FROM rupee_app`)
    const before = await fingerprint()
    const figures: Figure[] = []
    for (const [name, call] of Object.entries(acts)) {
      const { status } = await server.http.call(call)
      figures.push(check(`${name}: status`, status, '', { atLeast: 500 }))
      figures.push(holds(`${name}: leaves nothing behind`, (await fingerprint()) === before))
    }
    await asSuperuser(database, `GRANT ${RIGHT} TO rupee_app`)
    for (const [name, call] of Object.entries(acts))
      figures.push(
        check(`${name}: status afterwards`, (await server.http.call(call)).status, '', {
          atMost: 299,
        }),
      )
    return figures
  },
}
