import type { Scenario } from '../scenario.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { OUTAGE_PASS, underOutage } from './outage.ts'

const KILLS = 5

export const postgresKill: Scenario = {
  name: 'postgres-kill',
  title: `kill -9 of the embedded PostgreSQL, ${KILLS} times, under 8 writers and 4 readers`,
  pass: OUTAGE_PASS,
  async run(scope) {
    const server = await Server.start(scope)
    const database = await server.database()
    return underOutage({
      server,
      database,
      writesBefore: 20,
      times: KILLS,
      async run() {
        await database.kill()
        return {}
      },
    })
  },
}
