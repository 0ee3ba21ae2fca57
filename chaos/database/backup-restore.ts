import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Scenario } from '../scenario.ts'
import { runCommand } from '../../harness/process/spawn-command.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import type { Scope } from '../../harness/scope.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { Writers } from '../../harness/load/writers.ts'

export const backupRestore: Scenario = {
  name: 'backup-restore',
  title:
    'a backup under 8 writers, restored into an empty folder; the same damaged, cut, of a newer version and of another program, with --replace',
  pass: 'all that was acknowledged before the backup is there with its audit entries and an intact chain, and no session; each bad file is refused and leaves the database byte for byte as it was',
  async run(scope) {
    const server = await Server.start(scope)
    const users = await signInUsers(server.http, 8)
    const writers = new Writers(server.http, users)
    await writers.untilAcknowledged(300)
    const before = [...writers.acknowledged]
    const file = join(scope.folder, 'whole.backup')
    const made = await runCommand(scope, 'backup', [file], { DATA_DIR: server.dataDir })
    await writers.stop()
    await server.terminate()
    if (made.status !== 0) throw new Error(`The backup failed: ${made.printed}`)

    const elsewhere = { DATA_DIR: scope.makeFolder('elsewhere') }
    const restored = await runCommand(scope, 'restore', [file], elsewhere)
    if (restored.status !== 0) throw new Error(`The restore failed: ${restored.printed}`)
    const restarted = await Server.start(scope, { ...elsewhere })
    const comparison = await compareWithDatabase({ acknowledged: before }, await restarted.database())
    const headers = users[0]?.headers ?? {}
    const session = (await restarted.http.call({ path: '/api/auth/sessions', headers })).status
    await restarted.terminate()
    const second = await runCommand(scope, 'restore', [file], elsewhere)
    const chain = await runCommand(
      scope,
      'audit-verify',
      ['--checkpoints', scope.makeFolder('none')],
      elsewhere,
    )
    const intact = /^Rows: +(\d+) of \1 /m.test(chain.printed) && /^Links: +(\d+) of \1 /m.test(chain.printed)
    const harmful = await harmfulFiles(scope, file, elsewhere)
    return {
      figures: `backup in ${Math.round(made.ms)} ms (${Math.round(readFileSync(file).length / 1024)} KB), restore in ${Math.round(restored.ms)} ms; ${comparison.words}; chain ${intact ? 'intact' : chain.printed}; a session of before ${session === 401 ? 'ended' : 'LIVES'}; a database in use ${second.status === 0 ? 'WAS OVERWRITTEN' : 'left alone'}; ${harmful.length === 0 ? '4 of 4 bad files refused and nothing changed' : `CHANGED SOMETHING: ${harmful.join(', ')}`}`,
      ok: comparison.ok && intact && session === 401 && second.status !== 0 && harmful.length === 0,
    }
  },
}

/** Which of the bad files were taken, or left another database behind than was there. */
async function harmfulFiles(scope: Scope, file: string, env: Record<string, string>): Promise<string[]> {
  const harmful: string[] = []
  let dumps = 0
  const everything = async (): Promise<string> => {
    const dump = join(scope.folder, `dump-${++dumps}`)
    await runCommand(scope, 'backup', [dump], env)
    const text = zstdDecompressSync(readFileSync(dump)).toString('latin1')
    // When it was made, and the hash that this is part of, are another each time.
    return text.replace(/"made_at":"[^"]*"/, '').replace(/^\{"end":.*$/m, '')
  }
  const before = await everything()
  for (const [name, content] of badFiles(readFileSync(file))) {
    const bad = join(scope.folder, `${name}.backup`)
    writeFileSync(bad, content)
    const { status } = await runCommand(scope, 'restore', [bad, '--replace'], env)
    if (status === 0 || (await everything()) !== before) harmful.push(name)
  }
  return harmful
}

function badFiles(whole: Buffer): [name: string, content: Buffer][] {
  const flipped = Buffer.from(whole)
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1
  const [, body = '', end = ''] =
    /^(.*\n)(\{"end":.*\n)$/s.exec(zstdDecompressSync(whole).toString('latin1')) ?? []
  /** With another list of migrations, and hashes that are right. */
  const withMigrations = (edit: (list: string) => string): Buffer => {
    const edited = body.replace(
      /"migrations":\[(.*?)\]/,
      (_all, list: string) => `"migrations":[${edit(list)}]`,
    )
    const sha256 = createHash('sha256').update(edited, 'latin1').digest('hex')
    return zstdCompressSync(Buffer.from(edited + end.replace(/[0-9a-f]{64}/, sha256), 'latin1'))
  }
  return [
    ['damaged', flipped],
    ['cut', whole.subarray(0, whole.length >> 1)],
    ['newer', withMigrations((list) => `${list},{"number":900,"name":"900-new.sql","checksum":"0"}`)],
    ['foreign', withMigrations((list) => list.replace(/"checksum":"\w\w/, '"checksum":"zz'))],
  ]
}
