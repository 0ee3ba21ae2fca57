import { ChainCheck, type ChainFindings } from '../audit-trail/chain-check.ts'
import { StartError } from '../start-error.ts'
import { readBackup, type BackupHeader, type TableHeader } from './backup-file.ts'
import { chainedEntryOf } from './copy-text.ts'
import { RowSum, type TableSum } from './table-copy.ts'
import type { IdentityState } from './tables.ts'

/** What a backup holds, once it is known to be whole. */
export interface CheckedBackup {
  readonly header: BackupHeader
  readonly tables: readonly (TableHeader & { sum: TableSum })[]
  readonly identities: readonly IdentityState[]
  readonly rows: number
  /** What the audit trail in it says of itself. */
  readonly chain: ChainFindings
}

/**
 * Reads a backup from end to end: every table against its count and hash, the file against its own, and the audit
 * trail's chain. Throws StartError where the file is not exactly what was written; a chain that was broken already when
 * the backup was made is only reported, because that too must be possible to bring back.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined
  let identities: readonly IdentityState[] = []
  let sum: TableSum | undefined
  const tables: (TableHeader & { sum: TableSum })[] = []
  const chain = new ChainCheck()
  let current: TableHeader | undefined
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'identities') identities = part.identities
    if (part.kind === 'table') {
      current = part.table
      sum = await sumRows(
        part.rows,
        current.table === 'audit_entry' ? followChain(chain, current.columns) : undefined,
      )
    }
    if (part.kind === 'sum') {
      if (!current || sum?.sha256 !== part.sum.sha256 || sum.rows !== part.sum.rows) {
        throw new StartError(`${file} is damaged: the rows of ${part.table} are not those that were written.`)
      }
      tables.push({ ...current, sum })
    }
    if (part.kind === 'end') {
      if (!header || !part.isRight || part.end.tables !== tables.length) {
        throw new StartError(`${file} is damaged: it is not what was written.`)
      }
      return { header, tables, identities, rows: part.end.rows, chain: chain.findings() }
    }
  }
  throw new StartError(`${file} is no whole backup.`)
}

async function sumRows(rows: AsyncIterable<Buffer>, alsoTo?: (piece: Buffer) => void): Promise<TableSum> {
  const sum = new RowSum()
  for await (const piece of rows) {
    sum.add(piece)
    alsoTo?.(piece)
  }
  return sum.sum()
}

/** Pieces end where rows end. */
function followChain(chain: ChainCheck, columns: readonly string[]): (piece: Buffer) => void {
  return (piece) => {
    for (const line of piece.toString().split('\n')) {
      if (line !== '') chain.add(chainedEntryOf(columns, line))
    }
  }
}
