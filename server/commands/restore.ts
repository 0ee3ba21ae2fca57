import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restartCheckpoints } from '../audit-log/checkpoints.ts'
import { exitStatus, meaningOfResult, resultText } from '../audit-log/verify.ts'
import { rowLines } from '../backup/backup-file.ts'
import { restoreBackup, type Restored } from '../backup/restore-backup.ts'
import { connect } from '../database/connection.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { databaseRole, explainFailure } from '../database/one-connection.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './run-command.ts'

// npm run restore -- FILE [--replace] [--keep-tokens] restores a backup; - is standard input.
const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean' }, 'keep-tokens': { type: 'boolean' } },
  allowPositionals: true,
})
const { replace = false, 'keep-tokens': keepTokens = false } = values

await runCommand(
  async ({ ownerUrl, appUrl, place }, config) => {
    const [file] = positionals
    if (file === undefined)
      throw new StartError('Name the file: npm run restore -- FILE [--replace] [--keep-tokens]')
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
    // Before anything is printed: a closed standard output ends the program.
    const renamed = await restartCheckpoints(config, restored.end, at)
    const isBroken = exitStatus(restored.trail.result) === 1
    console.log(`${place} now holds ${name}, made ${restored.header.made_at}:`)
    for (const line of [
      ...rowLines(restored),
      ...restoredLines(restored, isBroken),
      ...renamed.map((file) => `Checkpoints of the trail before are kept as ${file}.`),
    ])
      console.log(line)
    return isBroken ? 1 : 0
  },
  { migrate: false },
)

async function readClock(ownerUrl: string): Promise<Date> {
  await using db = connect(ownerUrl, { name: 'rupee-rates restore' }).db
  return (await DatabaseClock.start(db)).now()
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
    'Users who were suspended or erased since then are not any more: repeat that.',
    `Entry ${end.id} of the audit trail records the restore.`,
  ]
}
