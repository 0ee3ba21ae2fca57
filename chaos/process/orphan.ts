import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scenario } from '../scenario.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const READY_MS = 3000

export const orphan: Scenario = {
  name: 'orphan',
  title: 'the server dies and leaves its PostgreSQL running; both die; postmaster.pid names a stranger',
  pass: `the next start copes each time, ready in ≤ ${READY_MS} ms, with everything that was acknowledged`,
  async run(scope) {
    const server = await Server.start(scope)
    const database = await server.database()
    const writers = await server.writers(4)
    const pidFile = join(database.cluster, 'postmaster.pid')

    await writers.untilAcknowledged(20)
    const abandoned = await database.pid()
    await server.kill()
    const adopted = await server.start()
    const same = (await database.pid()) === abandoned

    await writers.untilAcknowledged(20)
    await server.kill()
    await database.kill()
    const afterBoth = await server.start()

    await writers.untilAcknowledged(20)
    await server.kill()
    await database.kill()
    const stranger = spawn('sleep', ['60'])
    scope.defer(() => stranger.kill())
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    await writeFile(pidFile, [String(stranger.pid), ...lines.slice(1)].join('\n'))
    const afterStranger = await server.start()
    const spared = stranger.exitCode === null && stranger.signalCode === null

    await writers.untilAcknowledged(20)
    await writers.stop()
    const comparison = await compareWithDatabase(writers, database)
    const slowest = Math.max(adopted, afterBoth, afterStranger)
    const ms = [adopted, afterBoth, afterStranger].map((each) => Math.round(each)).join(', ')
    return {
      figures: `ready in ${ms} ms; the orphan was ${same ? 'taken over' : 'replaced'}, the stranger ${spared ? 'left alone' : 'KILLED'}; ${comparison.words}`,
      ok: slowest <= READY_MS && same && spared && comparison.ok,
    }
  },
}
