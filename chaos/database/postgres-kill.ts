import type { Scenario } from '../scenario.ts'
import { embeddedPostgres } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import { OUTAGE_PASS, underOutage } from './outage.ts'

const KILLS = 5

export const postgresKill: Scenario = {
  name: 'postgres-kill',
  title: `kill -9 of the embedded PostgreSQL, ${KILLS} times, under 8 writers and 4 readers`,
  pass: OUTAGE_PASS,
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const database = await embeddedPostgres(server.dataDir)
    return underOutage({
      server,
      database,
      users: await signInUsers(server.http, 8),
      writesBefore: 20,
      times: KILLS,
      async run() {
        await database.kill()
        return {}
      },
    })
  },
}
