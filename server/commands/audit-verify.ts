import { parseArgs } from 'node:util'
import { publicKeyOf } from '../audit-log/chain/checkpoint.ts'
import { checkpointFolders, readCheckpoints } from '../audit-log/chain/checkpoint-files.ts'
import { readKeyRing } from '../audit-log/chain/checkpoint-key.ts'
import { exitStatus, reportLines } from '../audit-log/chain/audit-report.ts'
import { rebuildFacts } from '../audit-log/rebuild-facts.ts'
import { verifyAuditTrail } from '../audit-log/chain/verify-audit-log.ts'
import { connect } from '../database/connection.ts'
import { runCommand } from './run-command.ts'
import { t } from '../../text/sentences.ts'

// npm run audit:verify -- [--key=PUBLIC_KEY] [--checkpoints FOLDER] [--rebuild] Checks the trail;
// with --rebuild the facts are made again from the changes first. Exits 0 good, 1 tampered with, 2
// could not be checked.
const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    checkpoints: { type: 'string' },
    rebuild: { type: 'boolean' },
  },
})

await runCommand(
  async ({ ownerUrl }, config) => {
    const ring =
      values.key === undefined
        ? await readKeyRing(config)
        : { own: null, named: [publicKeyOf(values.key)] }
    const folders =
      values.checkpoints === undefined ? checkpointFolders(config) : [values.checkpoints]
    const found = await readCheckpoints(folders, ring)
    await using db = connect(ownerUrl, {
      statementTimeoutMs: 0,
      name: 'rupee-rates audit:verify',
    }).db
    if (values.rebuild) console.log(t.chainText.rebuilt({ facts: await rebuildFacts(db) }))
    const now = new Date()
    const report = await verifyAuditTrail(db, found, now)
    for (const line of reportLines(report, now)) console.log(line)
    return exitStatus(report.verdict)
  },
  { failed: 2 },
)
