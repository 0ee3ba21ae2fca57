import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setContradictedAside } from '../audit-log/chain/contradicted-checkpoints.ts'
import { backupLines } from '../backup/backup-report.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { restoreBackup, type Restored } from '../backup/restore-backup.ts'
import { databaseRole } from '../database/database-url.ts'
import { runCommand } from './run-command.ts'

// npm run restore -- FILE [--replace] [--keep-tokens]: puts a backup back, after the whole file was checked, and compares it.
const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean' }, 'keep-tokens': { type: 'boolean' } },
  allowPositionals: true,
})
const keepTokens = values['keep-tokens'] ?? false

await runCommand(
  async ({ ownerUrl, appUrl, place }, config) => {
    const [file] = positionals
    if (file === undefined) {
      console.error('Say which file: npm run restore -- FILE [--replace] [--keep-tokens]')
      return 1
    }
    const checked = await checkBackup(resolve(file))
    const at = new Date()
    const options = { appRole: databaseRole(appUrl), replace: values.replace ?? false, keepTokens, at }
    const restored = await restoreBackup(resolve(file), checked, ownerUrl, options)
    // Before a word is printed: nobody may be reading, and then the program ends.
    const checkpoints = await setContradictedAside(ownerUrl, config, at)
    const lines = [
      `${place} now holds what ${file} does, made ${checked.header.made_at}, table by table the same:`,
      ...backupLines(checked),
      ...restoredLines(restored),
      ...checkpoints,
    ]
    for (const line of lines) console.log(line)
    return checked.chain.broken ? 1 : 0
  },
  { migrate: false },
)

function restoredLines({ forgotten, entry }: Restored): string[] {
  const { sessions, codes, emails, tokens } = forgotten
  const what = keepTokens
    ? 'Access tokens work as they did then, also those that were revoked since.'
    : `${tokens} access tokens are gone, for they may have been revoked since; --keep-tokens would keep them.`
  return [
    `Everybody signs in again: ${sessions} sessions, ${codes} codes and ${emails} unsent emails of the backup are gone. ${what}`,
    'Who was suspended or erased since then is not any more: do it again.',
    `Entry ${entry} of the audit trail tells of this.`,
  ]
}
