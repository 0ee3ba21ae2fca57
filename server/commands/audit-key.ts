import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { parseArgs } from 'node:util'
import { OPERATOR } from '../identity/actor.ts'
import { keyName, publicKeyText, signKeyChange } from '../audit-log/chain/checkpoint.ts'
import { appendToFiles, checkpointFolders } from '../audit-log/chain/checkpoint-files.ts'
import {
  loadCheckpointKey,
  readCheckpointKey,
  replaceCheckpointKey,
} from '../audit-log/chain/checkpoint-key.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { readConfig, type Config } from '../config.ts'
import { connect } from '../database/connection.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './run-command.ts'
import { t } from '../../text/sentences.ts'

// npm run audit:key: the public half of the checkpoints' key. With -- --rotate a new key takes its
// place, signed by the old one if it is there.
const { values } = parseArgs({ options: { rotate: { type: 'boolean' } } })

if (values.rotate === true) await runCommand(({ ownerUrl }, config) => rotate(ownerUrl, config))
else await print()

async function print(): Promise<void> {
  try {
    const key = await loadCheckpointKey(readConfig(process.env))
    if (!key)
      throw new StartError(
        'The key that checkpoints are signed with is missing: bring it back from where you ' +
          'keep it, or make a new one with --rotate.',
      )
    console.log(publicKeyText(createPublicKey(key)))
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}

async function rotate(ownerUrl: string, config: Config): Promise<number> {
  const oldKey = await readCheckpointKey(config.dataDir)
  const newKey = generateKeyPairSync('ed25519').privateKey
  const oldName = oldKey && keyName(createPublicKey(oldKey))
  const newName = keyName(createPublicKey(newKey))
  await using db = connect(ownerUrl, { name: 'rupee-rates audit:key' }).db
  const at = (await DatabaseClock.start(db)).now()
  await replaceCheckpointKey(config.dataDir, newKey, () =>
    db.transaction().execute(async (trx) => {
      const description = t.auditText.keyReplaced({ from: oldName, to: newName })
      await recordAuditEntry(trx, { actor: OPERATOR, at }, 'rotate audit key', description, {
        metadata: { from: oldName ?? null, to: newName },
      })
      // Within the transaction: where a folder cannot be written, no entry says that it was.
      if (oldKey)
        await appendToFiles(checkpointFolders(config), newName, signKeyChange(oldKey, newKey, at))
    }),
  )
  console.log(publicKeyText(createPublicKey(newKey)))
  console.error(
    oldKey
      ? `The key ${newName} signs from now on, and the key ${oldName} has signed that it does. ` +
          'Keep the line above elsewhere, and set AUDIT_PUBLIC_KEY to it where that is set.'
      : `The key ${newName} signs from now on. The one before is missing and could not sign that ` +
          'it does: what it signed counts only if AUDIT_PUBLIC_KEY names both.',
  )
  return 0
}
