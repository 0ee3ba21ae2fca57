import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { OwnPostgres } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { OUTAGE_PASS, underOutage } from './outage.ts'

const AWAY_MS = 8000
const pass = `${OUTAGE_PASS}; not ready meanwhile`

export const postgresStopStart: Scenario = {
  name: 'postgres-stop-start',
  title: `PostgreSQL stopped for ${AWAY_MS / 1000} s and started, under 8 writers and 4 readers`,
  pass,
  run: withoutDatabase(
    (database) => database.stop(),
    (database) => database.start(),
  ),
}

export const postgresFrozen: Scenario = {
  name: 'postgres-frozen',
  title: `PostgreSQL frozen (SIGSTOP) for ${AWAY_MS / 1000} s, under 8 writers and 4 readers`,
  pass,
  run: withoutDatabase(
    (database) => database.freeze(),
    (database) => database.thaw(),
  ),
}

function withoutDatabase(
  leave: (database: OwnPostgres) => Promise<void>,
  comeBack: (database: OwnPostgres) => Promise<void>,
): Scenario['run'] {
  return async (scope) => {
    const database = await OwnPostgres.start(scope)
    const server = await Server.start(scope, database.env())
    return underOutage({
      server,
      database,
      writesBefore: 20,
      async run() {
        await leave(database)
        await pause(AWAY_MS)
        const ready = await server.http.isReady()
        await comeBack(database)
        return { found: `readiness told ${ready ? 'WRONGLY that all is well' : 'the truth'}`, ok: !ready }
      },
    })
  }
}
