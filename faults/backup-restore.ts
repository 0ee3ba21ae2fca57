import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import { runCommand } from './harness/command.ts'
import { inWords, reckon } from './harness/ledger.ts'
import { signInPeople } from './harness/people.ts'
import { embeddedPostgres } from './harness/postgres.ts'
import { Server } from './harness/server.ts'
import { Writers } from './harness/writers.ts'

export const backupRestore: Fault = {
  name: 'backup-restore',
  title:
    'a backup under 8 writers, restored into an empty folder; the same with one byte of the file changed',
  pass: 'all that was acknowledged before the backup is there with its audit entries and an intact chain; the damaged file is refused',
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const writers = new Writers(server.http, await signInPeople(server.http, 8))
    await writers.untilAcknowledged(300)
    const before = [...writers.acknowledged]
    const file = join(scope.folder, 'whole.backup')
    const made = await runCommand(scope, 'backup', [file], { DATA_DIR: server.dataDir })
    await writers.stop()
    await server.terminate()
    if (made.status !== 0) throw new Error(`The backup failed: ${made.printed}`)

    const damaged = join(scope.folder, 'damaged.backup')
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(damaged, bytes)
    const elsewhere = { DATA_DIR: scope.makeFolder('elsewhere') }
    const refused = await runCommand(scope, 'restore', [damaged], elsewhere)
    const restored = await runCommand(scope, 'restore', [file], elsewhere)
    if (restored.status !== 0) throw new Error(`The restore failed: ${restored.printed}`)
    const again = await Server.start(scope, { TRUST_PROXY: 'loopback', ...elsewhere })
    const reckoning = await reckon({ acknowledged: before }, await embeddedPostgres(again.dataDir))
    await again.terminate()
    const second = await runCommand(scope, 'restore', [file], elsewhere)
    const chain = await runCommand(
      scope,
      'audit-verify',
      ['--checkpoints', scope.makeFolder('none')],
      elsewhere,
    )
    const intact = /^Rows: +(\d+) of \1 /m.test(chain.printed) && /^Links: +(\d+) of \1 /m.test(chain.printed)
    return {
      figures: `backup in ${Math.round(made.ms)} ms (${Math.round(bytes.length / 1024)} KB), restore in ${Math.round(restored.ms)} ms; ${inWords(reckoning)}; chain ${intact ? 'intact' : chain.printed}; the damaged file ${refused.status === 0 ? 'WAS TAKEN' : 'refused'}, a database in use ${second.status === 0 ? 'WAS OVERWRITTEN' : 'left alone'}`,
      ok: reckoning.ok && intact && refused.status !== 0 && second.status !== 0,
    }
  },
}
