import { createPublicKey, type KeyObject } from 'node:crypto'
import { parseArgs } from 'node:util'
import { publicKeyOf } from '../audit-log/chain/checkpoint.ts'
import { checkpointFiles, checkpointFolders, readCheckpoints } from '../audit-log/chain/checkpoint-files.ts'
import { readCheckpointKey, readKeyRing } from '../audit-log/chain/checkpoint-key.ts'
import { checkExportFile } from '../audit-log/export/check-export-file.ts'
import { exitStatus, reportLines } from '../audit-log/chain/audit-report.ts'
import { verifyAuditTrail } from '../audit-log/chain/verify-audit-log.ts'
import { readConfig } from '../config.ts'
import { connect } from '../database/connection.ts'
import { verifierText } from '../text/en/audit-log.ts'
import { runCommand } from './run-command.ts'

// npm run audit:verify [-- FILE] [--key PUBLIC_KEY] [--checkpoints FOLDER]
// Checks the trail in the database, or an exported file. Exits 0 good, 1 tampered with, 2 could not be checked.
const { values, positionals } = parseArgs({
  options: { key: { type: 'string' }, checkpoints: { type: 'string' } },
  allowPositionals: true,
})
const [file] = positionals
await (file === undefined ? verifyDatabase() : verifyFile(file))

async function verifyDatabase(): Promise<void> {
  await runCommand(
    async ({ ownerUrl }, config) => {
      const ring =
        values.key === undefined ? await readKeyRing(config) : { own: null, named: [publicKeyOf(values.key)] }
      const folders = values.checkpoints === undefined ? checkpointFolders(config) : [values.checkpoints]
      const found = await readCheckpoints(folders, ring)
      await using db = connect(ownerUrl, { statementTimeoutMs: 0, name: 'rupee-rates audit:verify' }).db
      const now = new Date()
      const report = await verifyAuditTrail(db, found, now)
      for (const line of reportLines(report, now)) console.log(line)
      return exitStatus(report.verdict)
    },
    { failed: 2 },
  )
}

async function verifyFile(path: string): Promise<void> {
  try {
    const { verdict, lines } = await checkExportFile(path, {
      key: await publicKey(readConfig(process.env).dataDir),
      checkpointFiles: values.checkpoints === undefined ? [] : await checkpointFiles([values.checkpoints]),
    })
    for (const line of lines) console.log(line)
    process.exitCode = exitStatus(verdict)
  } catch (error) {
    console.error(verifierText.unreadable(path, error instanceof Error ? error.message : String(error)))
    process.exitCode = 2
  }
}

async function publicKey(dataDir: string): Promise<KeyObject | undefined> {
  if (values.key !== undefined) return publicKeyOf(values.key)
  const key = await readCheckpointKey(dataDir)
  return key && createPublicKey(key)
}
