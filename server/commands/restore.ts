import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  checkpointFolders,
  newestCheckpoint,
  readPublicKey,
  setCheckpointsAside,
} from '../audit-trail/checkpoint-book.ts'
import { backupLines } from '../backup/backup-report.ts'
import { checkBackup, type CheckedBackup } from '../backup/check-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { Config } from '../config.ts'
import { databaseRole } from '../database/database-url.ts'
import { runCommand } from './run-command.ts'

// npm run restore -- FILE [--replace]: puts a backup back, after the whole file was checked, and compares it afterwards.
const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean' } },
  allowPositionals: true,
})

await runCommand(async ({ ownerUrl, appUrl, place }, config) => {
  const [file] = positionals
  if (file === undefined) {
    console.error('Say which file: npm run restore -- FILE [--replace]')
    return 1
  }
  const checked = await checkBackup(resolve(file))
  const options = { appRole: databaseRole(appUrl), replace: values.replace ?? false }
  await restoreBackup(resolve(file), checked, ownerUrl, options)
  console.log(
    `${place} now holds what ${file} does, made ${checked.header.made_at}, table by table the same:`,
  )
  for (const line of backupLines(checked)) console.log(line)
  await retireCheckpoints(config, checked)
  return checked.chain.broken ? 1 : 0
})

/** An older trail than the one that was signed is what was asked for, and must be said all the same. */
async function retireCheckpoints(config: Config, { chain }: CheckedBackup): Promise<void> {
  const key = await readPublicKey(config.dataDir)
  if (!key) return
  const newest = await newestCheckpoint(checkpointFolders(config), key)
  if (!newest || newest.entry <= chain.end.id) return
  console.log(
    `Signed checkpoints say that the trail once went to entry ${newest.entry}; it now ends with ${chain.end.id}.`,
  )
  const [own = ''] = checkpointFolders(config)
  const aside = await setCheckpointsAside(own, key, new Date())
  if (aside !== null) console.log(`Those of this installation are kept as ${aside}.`)
  if (config.checkpointDir !== undefined) {
    console.log(`Those in ${config.checkpointDir} are left alone: by them the trail counts as TRUNCATED.`)
  }
}
