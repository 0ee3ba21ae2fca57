import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { restartCheckpoints } from '../audit-log/checkpoints.ts'
import { exitStatus, meaningOfResult, resultText } from '../audit-log/verdict.ts'
import { rowLines } from '../backup/backup-file.ts'
import { restoreBackup, type Restored } from '../backup/restore-backup.ts'
import { databaseRole, explainFailure } from '../database/connection.ts'
import { StartError } from '../start-error.ts'
import { connectOwner, readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run restore -- FILE [--replace] [--keep-tokens]
Restores a backup; a FILE of - is standard input. --replace replaces the contents of a database in
use. --keep-tokens keeps the access tokens of the backup.`

const { values, positionals } = readArguments(USAGE, {
  options: { replace: { type: 'boolean' }, 'keep-tokens': { type: 'boolean' } },
  allowPositionals: true,
})
const { replace = false, 'keep-tokens': keepTokens = false } = values

await runCommand(
  async ({ ownerUrl, appUrl, place }, config) => {
    const [file] = positionals
    if (file === undefined) throw new StartError(`Name the backup to restore.\n\n${USAGE}`)
    const isPiped = file === '-'
    if (isPiped && process.stdin.isTTY)
      throw new StartError('Standard input is a terminal: pipe a backup into the command.')
    if (!isPiped)
      await access(file, constants.R_OK).catch((cause: unknown) => {
        throw new StartError(`${file} cannot be read: ${explainFailure(cause)}`, { cause })
      })
    const source = isPiped ? process.stdin : createReadStream(resolve(file))
    const name = isPiped ? 'The backup from standard input' : file
    const at = await readClock(ownerUrl)
    const options = { appRole: databaseRole(appUrl), replace, keepTokens, at }
    const restored = await restoreBackup(source, name, ownerUrl, options)
    // Before printing, because a closed standard output ends the program.
    const renamed = await restartCheckpoints(config, restored.end, at)
    const isBroken = exitStatus(restored.trail.result) === 1
    console.log(`${place} now holds ${name}, made ${restored.header.made_at}:`)
    for (const line of [
      ...rowLines(restored),
      ...restoredLines(restored, isBroken),
      ...renamed.map((file) => `Checkpoints of the former trail are kept in ${file}.`),
    ])
      console.log(line)
    return isBroken ? 1 : 0
  },
  { migrate: false },
)

async function readClock(ownerUrl: string): Promise<Date> {
  await using owner = await connectOwner(ownerUrl, 'restore')
  return owner.at
}

function restoredLines(
  { forgotten, end, trail: { result, head } }: Restored,
  isBroken: boolean,
): string[] {
  const { sessions, codes, emails, tokens } = forgotten
  return [
    isBroken
      ? `The audit trail in it is broken: ${resultText(result)}: ${meaningOfResult(result)}.`
      : `The audit trail in it is intact up to entry ${head.id}.`,
    `Everybody must sign in again: ${sessions} sessions, ${codes} codes and ${emails} unsent ` +
      'emails were deleted.',
    keepTokens
      ? 'Access tokens are valid as they were then, including those revoked since.'
      : `${tokens} access tokens were deleted, because they may have been revoked since; ` +
        '--keep-tokens keeps them.',
    'Users suspended or erased since the backup are active again: suspend or erase them again.',
    `Entry ${end.id} of the audit trail records the restore.`,
  ]
}
