import type { KeyObject } from 'node:crypto'
import type { AuditResult } from '../../../contract/schema/audit-log.schema.ts'
import { checkLines, readLinesOf } from '../chain/checkpoint-files.ts'
import { readExport } from './read-export.ts'
import { exportReportLines, verifyExport } from './verify-export.ts'

/**
 * Checks an exported file, with what files of checkpoints say of its entries. Gives the report in lines. Throws NoExport for a
 * file that is none, an Error for one that cannot be read.
 */
export async function checkExportFile(
  file: string,
  { key, checkpointFiles }: { key: KeyObject | undefined; checkpointFiles: readonly string[] },
): Promise<{ verdict: AuditResult; lines: string[] }> {
  const ring = { own: null, named: key ? [key] : [] }
  const report = await verifyExport(
    readExport(file),
    key,
    await checkLines(await readLinesOf(checkpointFiles), ring),
  )
  return { verdict: report.verdict, lines: exportReportLines(report) }
}
