import { readCheckpointFiles, readRenamedCheckpoints } from '../audit-log/checkpoints.ts'
import { rebuildFacts } from '../audit-log/fact-state.ts'
import { databaseReportLines, verifyDatabase } from '../audit-log/verify-database.ts'
import { exitStatus } from '../audit-log/verdict.ts'
import { connect, VERIFYING, databaseRole } from '../database/connection.ts'
import { readArguments, runCommand } from './run-command.ts'

const USAGE = `npm run audit:verify -- [--key=PUBLIC_KEY ...] [--checkpoints FOLDER] [--rebuild]
Verifies the audit trail. --rebuild first fills the facts again from the changes.
Exits with 0 if the trail is good, 1 if it was tampered with, 2 if it could not be checked.`

const FAILED = 2

const ARGUMENTS = {
  options: {
    key: { type: 'string', multiple: true },
    checkpoints: { type: 'string' },
    rebuild: { type: 'boolean' },
  },
} as const
const { values } = readArguments(USAGE, ARGUMENTS, FAILED)

await runCommand(
  async ({ ownerUrl, appUrl }, { dataDir, checkpointDir, auditPublicKeys }) => {
    const places = {
      dataDir,
      checkpointDir: values.checkpoints ?? checkpointDir,
      auditPublicKeys: values.key ?? auditPublicKeys,
    }
    const found = await readCheckpointFiles(places)
    await using db = connect(ownerUrl, {
      ...VERIFYING,
      statementTimeoutMs: 0,
      name: 'rupee-rates audit:verify',
    }).db
    if (values.rebuild) {
      const facts = await rebuildFacts(db)
      console.log(`Rebuilt:     ${facts} facts. Restart the servers that are running.`)
    }
    const report = await verifyDatabase(db, found, {
      now: new Date(),
      appRole: databaseRole(appUrl),
    })
    const renamed = await readRenamedCheckpoints(places)
    for (const line of databaseReportLines(report, renamed)) console.log(line)
    return exitStatus(report.result)
  },
  { failed: FAILED, migrate: false },
)
