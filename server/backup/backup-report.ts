import type { CheckedBackup } from './check-backup.ts'
import { grouped } from '../audit-log/chain/chain-sentences.ts'

/**
 * What a backup holds, in lines: the tables with their rows, and what the audit trail in it says of
 * itself.
 */
export function backupLines({ tables, rows, chain }: CheckedBackup): string[] {
  const filled = tables.filter(({ sum }) => sum.rows > 0)
  const width = Math.max(...filled.map(({ table }) => table.length), 0)
  return [
    ...filled.map(({ table, sum }) => `  ${table.padEnd(width)} ${grouped(sum.rows).padStart(11)}`),
    `${grouped(rows)} rows in ${filled.length} tables, each counted and hashed.`,
    chainLine(chain),
  ]
}

function chainLine({ broken, rows, end }: CheckedBackup['chain']): string {
  if (broken) return `The audit trail in it is broken: ${broken.kind} at ${broken.at}.`
  return rows === 0
    ? 'The audit trail is empty.'
    : `The audit trail is intact to entry ${grouped(end.id)}.`
}
