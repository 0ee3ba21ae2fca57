import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario, Outcome } from '../scenario.ts'
import { startNginx, startPgBouncer } from './balancer.ts'
import { missing } from '../../harness/database/debian.ts'
import { HttpClient } from '../../harness/load/http-client.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import { asSuperuser, OwnPostgres } from '../../harness/database/postgres.ts'
import { Readers } from '../../harness/load/readers.ts'
import type { Scope } from '../../harness/scope.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { Relay } from '../../server/testing/relay.ts'
import { checkTogether } from './compare-servers.ts'
import { Writers } from '../../harness/load/writers.ts'

const asOne =
  'sessions, limits, keys, rates (≤ 25 ms) and the stream are one; with a process killed and one restarted readers are served 100 %, nothing acknowledged is lost'

export const twoServers: Scenario = {
  name: 'two-servers',
  title: 'two API processes behind nginx on one PostgreSQL; one is killed and started, the other restarted',
  pass: asOne,
  async run(scope) {
    const lacking = missing(['nginx', 'postgresql'])
    if (lacking !== undefined) return { skipped: lacking }
    const database = await OwnPostgres.start(scope, { debian: true })
    return behindNginx(scope, database, database.env())
  },
}

export const pgBouncer: Scenario = {
  name: 'pgbouncer',
  title: 'the same through PgBouncer in transaction mode, LISTEN on its own direct connection',
  pass: asOne,
  async run(scope) {
    const lacking = missing(['nginx', 'postgresql', 'pgbouncer'])
    if (lacking !== undefined) return { skipped: lacking }
    const database = await OwnPostgres.start(scope, { debian: true })
    const pooler = await startPgBouncer(scope, database.port)
    return behindNginx(scope, database, {
      ...database.env(),
      DATABASE_URL: database.url('rupee_app', 'rupee_rates', pooler),
      DATABASE_LISTEN_URL: database.url('rupee_app'),
    })
  },
}

async function behindNginx(
  scope: Scope,
  database: OwnPostgres,
  env: Record<string, string>,
): Promise<Outcome> {
  const [one, other] = await startTwo(scope, env)
  const users = await signInUsers(one.http, 10)
  const together = await checkTogether(one, other, users, database)

  const http = new HttpClient(await startNginx(scope, [one.port, other.port]))
  scope.defer(() => http.close())
  const writers = new Writers(http, users.slice(2))
  await writers.untilAcknowledged(100)
  const readers = new Readers(http)
  await pause(500)
  await one.kill()
  await pause(1000)
  await one.start()
  await writers.untilAcknowledged(50)
  const { status } = await other.terminate()
  await other.start()
  await writers.untilAcknowledged(50)
  await writers.stop()
  await readers.stop()
  const comparison = await compareWithDatabase(writers, database)
  return {
    figures: `${together.words}; behind nginx: ${readers.words}, ${comparison.words}`,
    ok: together.ok && readers.ok && status === 0 && comparison.ok,
  }
}

/** Two servers with one DATA_DIR each, and one key for both: what one seals, the other opens. */
async function startTwo(scope: Scope, env: Record<string, string>): Promise<[Server, Server]> {
  const start = (name: string) =>
    Server.start(scope, { SECRET_KEY: 'a'.repeat(64), ...env, DATA_DIR: scope.makeFolder(name) })
  return [await start('one'), await start('other')]
}

const RESUME_MS = 10_000

export const failover: Scenario = {
  name: 'failover',
  title: 'the primary is lost (kill -9) under 8 writers on two servers, its synchronous standby is promoted',
  pass: `writes resume in ≤ ${RESUME_MS / 1000} s, nothing acknowledged is lost, public rates 100 %`,
  async run(scope) {
    const lacking = missing(['postgresql'])
    if (lacking !== undefined) return { skipped: lacking }
    const primary = await OwnPostgres.start(scope, { debian: true })
    const standby = await OwnPostgres.follow(scope, primary)
    // What a virtual IP is to a failover: an address that moves from one machine to another.
    const port = await freePort()
    const address = new Relay({ port, host: '127.0.0.1' }, () => connect(primary.port, '127.0.0.1'))
    await address.mend()
    scope.defer(() => address.cut())
    const [one, other] = await startTwo(scope, primary.env(port))
    const users = await signInUsers(one.http, 8)
    const [state] = await asSuperuser<{ sync_state: string }>(
      primary,
      'SELECT sync_state FROM pg_stat_replication',
    )
    const writers = new Writers((writer) => (writer % 2 === 0 ? one.http : other.http), users)
    await writers.untilAcknowledged(200)
    const readers = [new Readers(one.http, 2), new Readers(other.http, 2)]
    await pause(500)
    await primary.kill()
    const lost = performance.now()
    await standby.promote()
    const promoted = performance.now() - lost
    address.leadTo(() => connect(standby.port, '127.0.0.1'))
    await writers.untilAcknowledged(1)
    const resumed = performance.now() - lost
    await writers.untilAcknowledged(200)
    await writers.stop()
    await Promise.all(readers.map((each) => each.stop()))
    const comparison = await compareWithDatabase(writers, standby)
    return {
      figures: `replication ${state?.sync_state ?? 'OFF'}; writes resumed after ${Math.round(resumed)} ms (the promotion took ${Math.round(promoted)}); ${readers.map(({ words }) => words).join(' and ')}; ${comparison.words}`,
      ok:
        state?.sync_state === 'sync' &&
        resumed <= RESUME_MS &&
        readers.every((each) => each.ok) &&
        comparison.ok,
    }
  },
}
