import { parseArgs } from 'node:util'
import { findCheckpoints, findRenamedCheckpoints } from '../audit-log/checkpoints.ts'
import { rebuildFacts } from '../audit-log/live-facts.ts'
import { databaseReportLines, verifyDatabase } from '../audit-log/verify-database.ts'
import { exitStatus } from '../audit-log/verify.ts'
import { connect } from '../database/connection.ts'
import { runCommand } from './run-command.ts'

// npm run audit:verify -- [--key=PUBLIC_KEY …] [--checkpoints FOLDER] [--rebuild] Verifies the trail;
// with --rebuild the facts are first filled again from the changes. Exits 0 good, 1 tampered with, 2
// could not be checked.
const { values } = parseArgs({
  options: {
    key: { type: 'string', multiple: true },
    checkpoints: { type: 'string' },
    rebuild: { type: 'boolean' },
  },
})

await runCommand(
  async ({ ownerUrl }, config) => {
    const places = {
      dataDir: config.dataDir,
      checkpointDir: values.checkpoints ?? config.checkpointDir,
      auditPublicKeys: values.key ?? config.auditPublicKeys,
    }
    const found = await findCheckpoints(places)
    await using db = connect(ownerUrl, {
      statementTimeoutMs: 0,
      name: 'rupee-rates audit:verify',
    }).db
    if (values.rebuild) {
      const facts = await rebuildFacts(db)
      console.log(`Rebuilt:     ${facts} facts. Restart the servers that are running.`)
    }
    const report = await verifyDatabase(db, found, { now: new Date() })
    const renamed = await findRenamedCheckpoints(places)
    for (const line of databaseReportLines(report, renamed)) console.log(line)
    return exitStatus(report.result)
  },
  { failed: 2 },
)
