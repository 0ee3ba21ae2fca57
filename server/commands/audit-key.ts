import { join } from 'node:path'
import {
  loadCheckpointKey,
  makeCheckpointKey,
  publicKeyText,
  readCheckpointKey,
} from '../audit-log/checkpoints.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { OPERATOR } from '../identity/actor.ts'
import { StartError } from '../start-error.ts'
import { t } from '../../text/sentences.ts'
import { connectOwner, readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run audit:key           prints the public half of the key that signs checkpoints
npm run audit:key -- --new  makes a key after the old one was lost or moved away`

const { values } = readArguments(USAGE, { options: { new: { type: 'boolean', default: false } } })

await runCommand(async ({ ownerUrl }, config) => {
  const { dataDir } = config
  if (values.new && (await readCheckpointKey(dataDir)))
    throw new StartError(
      `A key exists: move ${join(dataDir, 'keys', 'audit-checkpoints.pem')} away, then run the ` +
        'command again.',
    )
  const key = values.new ? await makeCheckpointKey(dataDir) : await loadCheckpointKey(config)
  if (!key)
    throw new StartError(
      'The key that signs checkpoints is missing: copy it back, or make a new one with ' +
        'npm run audit:key -- --new.',
    )
  if (values.new) {
    await using owner = await connectOwner(ownerUrl, 'audit:key')
    const act = { actor: OPERATOR, at: owner.at }
    await owner.db.transaction().execute((trx) =>
      recordAuditEntry(trx, act, 'rotate audit key', t.auditText.keyMade, {
        metadata: { public_key: publicKeyText(key) },
      }),
    )
    console.error('Add the line below to AUDIT_PUBLIC_KEY. Keep the earlier keys in it.')
  }
  console.log(publicKeyText(key))
  return 0
})
