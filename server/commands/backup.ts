import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupLines } from '../backup/backup-report.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './run-command.ts'

// npm run backup [-- FILE]: everything in one file, while the server runs. The file is read back before it is believed.
const { positionals } = parseArgs({ allowPositionals: true })

await runCommand(async ({ ownerUrl, place }, { dataDir }) => {
  const at = new Date()
  const name = `rupee-rates-${at.toISOString().replace(/\D/g, '').slice(0, 14)}.backup`
  const file = resolve(positionals[0] ?? join(dataDir, 'backups', name))
  if (await stat(file).catch(() => undefined)) throw new StartError(`${file} is there already.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await makeBackup(ownerUrl, file, at)
  const checked = await checkBackup(file)
  console.log(`${place} is saved in ${file} (${megabytes((await stat(file)).size)}), and read back:`)
  for (const line of backupLines(checked)) console.log(line)
  console.log(`The keys in ${join(dataDir, 'keys')} are not in it: keep them elsewhere, apart from it.`)
  return checked.chain.broken ? 1 : 0
})

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
