import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { backupLines } from '../backup/backup-report.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { withPrivateFile } from '../backup/private-file.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './run-command.ts'

// npm run backup [-- FILE]: everything in one file, read back before it is believed. npm run
// --silent backup -- -: the same to standard output; the report goes to standard error.
const { positionals } = parseArgs({ allowPositionals: true })
const isPiped = positionals[0] === '-'
const report = isPiped ? console.error : console.log

await runCommand(async ({ ownerUrl, place }, { dataDir }) => {
  const at = new Date()
  const backups = join(dataDir, 'backups')
  if (isPiped) {
    refuseSpoiledOutput()
    return withPrivateFile(backups, async (file) => {
      const status = await saveAndCheck(file, 'standard output')
      await pipeline(createReadStream(file), process.stdout, { end: false }).catch(
        (cause: unknown) => {
          throw new StartError('Standard output was closed before the whole backup was written.', {
            cause,
          })
        },
      )
      return status
    })
  }
  const name = `rupee-rates-${at.toISOString().replace(/\D/g, '').slice(0, 14)}.backup`
  const file = resolve(positionals[0] ?? join(backups, name))
  if (await stat(file).catch(() => undefined)) throw new StartError(`${file} is there already.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  return saveAndCheck(file, file)

  async function saveAndCheck(target: string, named: string): Promise<number> {
    await makeBackup(ownerUrl, target, at)
    const checked = await checkBackup(target)
    report(
      `${place} is saved in ${named} (${megabytes((await stat(target)).size)}), and read back:`,
    )
    for (const line of backupLines(checked)) report(line)
    report(
      `The keys in ${join(dataDir, 'keys')} are not in it: keep them elsewhere, apart from it.`,
    )
    return checked.chain.broken ? 1 : 0
  }
})

/** npm prints the command's name on standard output unless it is silent. */
function refuseSpoiledOutput(): void {
  const { npm_lifecycle_event: byNpm, npm_config_loglevel: level } = process.env
  if (byNpm !== undefined && level !== 'silent')
    throw new StartError(
      'npm would print into the backup: use npm run --silent backup -- - instead.',
    )
  if (process.stdout.isTTY)
    throw new StartError('Standard output is a terminal: send it to a program or a file.')
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
