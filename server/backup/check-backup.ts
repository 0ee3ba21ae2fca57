import { ChainCheck, type ChainFindings } from '../audit-log/chain/chain-check.ts'
import { StartError } from '../start-error.ts'
import { readBackup, type BackupHeader, type TableHeader } from './backup-file.ts'
import { PersonalCheck } from './check-personal.ts'
import { chainedEntryOf, personalPartOf } from './copy-text.ts'
import type { TableSum } from './table-copy.ts'
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
 * Reads a backup from end to end, with the audit trail's chain. Throws StartError where the file is not exactly what was written;
 * a chain that was broken already when the backup was made is only reported, because that too must be possible to bring back.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined
  let identities: readonly IdentityState[] = []
  const tables: (TableHeader & { sum: TableSum })[] = []
  const trail = new TrailInBackup()
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'identities') identities = part.identities
    if (part.kind === 'table') {
      const read = trail.reader(part.table)
      for await (const piece of part.rows) read?.(piece)
      tables.push({ ...part.table, sum: part.sum() })
    }
    if (part.kind === 'end' && header)
      return { header, tables, identities, rows: part.end.rows, chain: trail.findings() }
  }
  throw new StartError(`${file} is no whole backup.`)
}

/** The audit trail as its two tables in a backup tell it. */
class TrailInBackup {
  private readonly personal = new PersonalCheck()
  // The personal parts come in another table, and are compared there.
  private readonly chain = new ChainCheck(undefined, { cover: () => true })

  /** Reads the rows of one of the trail's tables; undefined for any other. */
  reader({ table, columns }: TableHeader): ((piece: Buffer) => void) | undefined {
    if (table === 'audit_entry') {
      return eachLine((line) => {
        const entry = chainedEntryOf(columns, line)
        this.chain.add(entry)
        this.personal.addEntry(entry)
      })
    }
    if (table === 'audit_personal') {
      return eachLine((line) => {
        const { entryId, personal } = personalPartOf(columns, line)
        this.personal.addPersonal(entryId, personal)
      })
    }
    return undefined
  }

  findings(): ChainFindings {
    return this.personal.complete(this.chain.findings())
  }
}

/** Pieces end where rows end. */
function eachLine(read: (line: string) => void): (piece: Buffer) => void {
  return (piece) => {
    for (const line of piece.toString().split('\n')) if (line !== '') read(line)
  }
}
