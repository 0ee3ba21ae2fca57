import { parseArgs } from 'node:util'
import { exitStatus } from '../audit-log/chain/audit-report.ts'
import { publicKeyOf } from '../audit-log/chain/checkpoint.ts'
import { verifierText } from '../text/en/audit-log.ts'
import { checkExportFile } from '../audit-log/export/check-export-file.ts'

// What server/web/bundle-verifier.ts makes one file of, for those who have Node and nothing of this product.
// Exits 0 good, 1 tampered with, 2 could not be checked.
const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true })
const [file, ...checkpointFiles] = positionals
if (file === undefined) {
  console.error(verifierText.usage)
  process.exitCode = 2
} else {
  try {
    const key = values.key === undefined ? undefined : publicKeyOf(values.key)
    const { verdict, lines } = await checkExportFile(file, { key, checkpointFiles })
    for (const line of lines) console.log(line)
    if (key === undefined) console.error(verifierText.withoutKey)
    process.exitCode = exitStatus(verdict)
  } catch (error) {
    console.error(verifierText.unreadable(file, error instanceof Error ? error.message : String(error)))
    process.exitCode = 2
  }
}
