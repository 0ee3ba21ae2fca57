import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rowLines } from '../backup/backup-file.ts'
import { makeBackup, streamBackup } from '../backup/make-backup.ts'
import { StartError } from '../start-error.ts'
import { readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run backup [-- FILE]      writes the database to a file and reads the file back
npm run --silent backup -- -  writes the database to standard output`

const { positionals } = readArguments(USAGE, { allowPositionals: true })

await runCommand(async ({ ownerUrl, place }, { dataDir }) => {
  const at = new Date()
  const keys = `The keys in ${join(dataDir, 'keys')} are not in it: keep a copy of them elsewhere.`
  if (positionals[0] === '-') {
    refuseSpoiledOutput()
    const output = new PassThrough()
    await Promise.all([
      streamBackup(ownerUrl, output, at),
      pipeline(output, process.stdout, { end: false }).catch((cause: unknown) => {
        throw new StartError('Standard output was closed early: the backup is not complete.', {
          cause,
        })
      }),
    ])
    console.error(`${place} is saved to standard output. ${keys}`)
    return 0
  }
  const name = `rupee-rates-${at.toISOString().replace(/\D/g, '').slice(0, 14)}.backup`
  const file = resolve(positionals[0] ?? join(dataDir, 'backups', name))
  if (await stat(file).catch(() => undefined))
    throw new StartError(`${file} already exists: choose another name.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const summary = await makeBackup(ownerUrl, file, at)
  const { size } = await stat(file)
  console.log(`${place} is saved in ${file} (${megabytes(size)}), which was read back:`)
  for (const line of [...rowLines(summary), keys]) console.log(line)
  return 0
})

/** Without `--silent`, npm prints the command's name on standard output. */
function refuseSpoiledOutput(): void {
  const { npm_lifecycle_event: byNpm, npm_config_loglevel: level } = process.env
  if (byNpm !== undefined && level !== 'silent')
    throw new StartError(
      'npm would print into the backup: use npm run --silent backup -- - instead.',
    )
  if (process.stdout.isTTY)
    throw new StartError('Standard output is a terminal. Send the backup to a program or a file.')
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
