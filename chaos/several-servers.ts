import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { dayInColombo } from '../domain/calendar-date.ts'
import { requirePackages } from '../harness/database/debian.ts'
import {
  asSuperuser,
  countOf,
  startOwnPostgres,
  startStandby,
  type SuperuserAccess,
} from '../harness/database/postgres.ts'
import { check, holds, type Figure } from '../harness/figure.ts'
import { httpClient } from '../harness/load/http-client.ts'
import { isServed } from '../harness/load/writers.ts'
import { startNginx, startPgBouncer } from '../harness/process/proxies.ts'
import { startTcpProxy, toPort } from '../harness/process/tcp-proxy.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scope } from '../harness/scope.ts'
import { newNetwork, signIn } from '../harness/users/sign-in-users.ts'
import { underLoad } from './under-load.ts'

async function startTwo(scope: Scope, env: Record<string, string>) {
  const start = (name: string) =>
    Server.start(scope, { SECRET_KEY: 'a'.repeat(64), ...env, DATA_DIR: scope.makeFolder(name) })
  return { server: await start('one'), other: await start('other') }
}

const WRITES = 100

/** For sessions and limits see server/sign-in/session.test.ts and server/http/limits.test.ts. */
async function checkTogether(
  one: Server,
  other: Server,
  database: SuperuserAccess,
): Promise<Figure[]> {
  const { headers } = await signIn(one.http, 'nimal@example.lk')
  const date = dayInColombo(new Date())
  let events = 0
  const stream = get(`${other.url}/api/exchange-rate/stream`, (response) => {
    response.on('data', (text) => (events += String(text).match(/^event: rate/gm)?.length ?? 0))
    response.on('error', () => undefined)
  }).on('error', () => undefined)
  await pause(300)
  const last = 310 + WRITES / 10_000
  for (let number = 1; number <= WRITES; number++) {
    const body = { date, base_currency: 'CAD', rate: 310 + number / 10_000 }
    const response = await one.http.post('/api/exchange-rate/manual', body, {
      ...headers,
      ...newNetwork(),
    })
    if (!isServed(response)) throw new Error(`The write was not taken: ${response.body}`)
  }
  await pause(300)
  stream.destroy()
  const current = await other.http.call({ path: '/api/exchange-rate/current/CAD' })
  const body = { date, base_currency: 'AUD', rate: 320.5 }
  const sameKey = { ...headers, 'idempotency-key': 'both' }
  const servers = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? one : other))
  await Promise.all(
    servers.map(({ http }) => http.post('/api/exchange-rate/manual', body, sameKey)),
  )
  const rows = await countOf(database, 'SELECT count(*) FROM change WHERE rate = $1', [body.rate])
  return [
    check(`of ${WRITES} writes at one in the other's stream`, events, '', { exactly: WRITES }),
    holds("the last of them is in the other's answers", current.body.includes(`"rate":${last}`)),
    check('rows for one key asked of both', rows, '', { exactly: 1 }),
  ]
}

const behindNginx = (title: string, startPooler?: typeof startPgBouncer) =>
  underLoad({
    title,
    async start(scope) {
      requirePackages('nginx', 'postgresql', ...(startPooler ? (['pgbouncer'] as const) : []))
      const database = await startOwnPostgres(scope, { debian: true })
      const pooler = await startPooler?.(scope, database.port)
      const servers = await startTwo(scope, {
        ...database.env(),
        DATABASE_URL: database.url('rupee_app', 'rupee_rates', pooler),
        DATABASE_LISTEN_URL: database.url('rupee_app'),
      })
      const http = httpClient(await startNginx(scope, [servers.server.port, servers.other.port]))
      scope.defer(() => http.close())
      const together = await checkTogether(servers.server, servers.other, database)
      return { ...servers, database, together, clients: [http] }
    },
    writesBefore: 100,
    async fault({ server, writers, started: { other } }) {
      await pause(500)
      await server.kill()
      await pause(1000)
      await server.start()
      await writers.untilAcknowledged(50)
      const { status } = await other.terminate()
      await other.start()
      await writers.untilAcknowledged(50)
      return [holds('the restarted one ended with status 0', status === 0)]
    },
    after: ({ started: { together } }) => together,
  })

export const twoServers = behindNginx(
  'two API processes behind nginx on one PostgreSQL; one is killed and started, the other restarted',
)
export const pgBouncer = behindNginx(
  'the same through PgBouncer in transaction mode, LISTEN on its own direct connection',
  startPgBouncer,
)

export const failover = underLoad({
  title: 'the primary is lost (kill -9) under two servers, its synchronous standby is promoted',
  async start(scope) {
    requirePackages('postgresql')
    const primary = await startOwnPostgres(scope, { debian: true })
    const standby = await startStandby(scope, primary)
    // Stands for the virtual IP of a failover, which moves from one machine to another.
    const address = await startTcpProxy(toPort(primary.port))
    scope.defer(() => address.close())
    const { server, other } = await startTwo(scope, primary.env(address.port))
    return { primary, database: standby, address, server, clients: [server.http, other.http] }
  },
  writesBefore: 200,
  async fault({ writers, started: { primary, database: standby, address } }) {
    const replication = 'SELECT sync_state FROM pg_stat_replication'
    const [state] = await asSuperuser<{ sync_state: string }>(primary, replication)
    await pause(500)
    await primary.kill()
    const lost = performance.now()
    await asSuperuser(standby, 'SELECT pg_promote()')
    address.forwardTo(toPort(standby.port))
    await writers.untilAcknowledged(1)
    const resumed = performance.now() - lost
    await writers.untilAcknowledged(200)
    return [
      holds('replication was synchronous', state?.sync_state === 'sync'),
      check('writes resume after', resumed, 'ms', { atMost: 10_000 }),
    ]
  },
})
