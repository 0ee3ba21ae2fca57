import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { setContradictedAside } from '../audit-log/chain/contradicted-checkpoints.ts'
import { backupLines } from '../backup/backup-report.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { withPrivateFile } from '../backup/private-file.ts'
import { restoreBackup, type Restored } from '../backup/restore-backup.ts'
import { connect } from '../database/connection.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { databaseRole } from '../database/one-connection.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './run-command.ts'

// npm run restore -- FILE [--replace] [--keep-tokens]: restores a backup, checked as a whole first.
// With - for FILE it comes from standard input.
const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean' }, 'keep-tokens': { type: 'boolean' } },
  allowPositionals: true,
})
const keepTokens = values['keep-tokens'] ?? false

await runCommand(
  async ({ ownerUrl, appUrl, place }, config) => {
    const [given] = positionals
    if (given === undefined) {
      console.error('Say which file: npm run restore -- FILE [--replace] [--keep-tokens]')
      return 1
    }
    if (given !== '-') return restore(resolve(given), given)
    if (process.stdin.isTTY)
      throw new StartError('Nothing is piped in: there is no backup to restore.')
    return withPrivateFile(join(config.dataDir, 'backups'), async (file) => {
      await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }))
      return restore(file, 'the backup from standard input')
    })

    async function restore(file: string, named: string): Promise<number> {
      const checked = await checkBackup(file)
      await using db = connect(ownerUrl, { name: 'rupee-rates restore' }).db
      const at = (await DatabaseClock.start(db)).now()
      const options = {
        appRole: databaseRole(appUrl),
        replace: values.replace ?? false,
        keepTokens,
        at,
      }
      const restored = await restoreBackup(file, checked, ownerUrl, options)
      // Before a word is printed: nobody may be reading, and then the program ends.
      const checkpoints = await setContradictedAside(ownerUrl, config, at)
      const lines = [
        `${place} now holds what ${named} does, made ${checked.header.made_at}, table by table ` +
          'the same:',
        ...backupLines(checked),
        ...restoredLines(restored),
        ...checkpoints,
      ]
      for (const line of lines) console.log(line)
      return checked.chain.broken ? 1 : 0
    }
  },
  { migrate: false },
)

function restoredLines({ forgotten, entry }: Restored): string[] {
  const { sessions, codes, emails, tokens } = forgotten
  const what = keepTokens
    ? 'Access tokens work as they did then, also those that were revoked since.'
    : `${tokens} access tokens are gone, for they may have been revoked since; --keep-tokens ` +
      'would keep them.'
  return [
    `Everybody signs in again: ${sessions} sessions, ${codes} codes and ${emails} unsent ` +
      `emails of the backup are gone. ${what}`,
    'Who was suspended or erased since then is not any more: do it again.',
    `Entry ${entry} of the audit trail tells of this.`,
  ]
}
