import { ChainCheck, type ChainFindings } from '../audit-log/chain/chain-check.ts'
import { StartError } from '../start-error.ts'
import { readBackup, type BackupHeader, type TableHeader } from './backup-file.ts'
import { chainedEntryOf, personalPartOf } from './copy-text.ts'
import type { TableSum } from './table-copy.ts'
import type { IdentityState } from './tables.ts'
import { personalHash, type ChainedEntry, type PersonalPart } from '../audit-log/entry-hash.ts'
import { Erasures, erasureOf, type Erasure } from '../audit-log/erasures.ts'

export interface CheckedBackup {
  readonly header: BackupHeader
  readonly tables: readonly (TableHeader & { sum: TableSum })[]
  readonly identities: readonly IdentityState[]
  readonly rows: number
  readonly chain: ChainFindings
}

/**
 * Reads a backup to its end, with the audit trail's chain. Throws StartError where the file is not
 * what was written; a chain that was broken before is only reported, so that it can be restored
 * too.
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

/** Compares personal parts with the entries' commitments, in whichever order the tables come. */
class PersonalCheck {
  /** By entry: the hash of whichever side came first, until the other agrees. */
  private readonly open = new Map<number, string>()
  private readonly users = new Map<number, number | null>()
  private readonly erasures: Erasure[] = []

  addEntry(entry: ChainedEntry): void {
    if (entry.action === 'erase user') this.erasures.push(erasureOf(entry))
    if (entry.personal_hash) this.meet(entry.id, entry.personal_hash)
    if (this.open.has(entry.id)) this.users.set(entry.id, entry.user_id)
  }

  addPersonal(entryId: number, personal: PersonalPart): void {
    this.meet(entryId, personalHash(personal))
  }

  /**
   * What is known of the chain once both tables were read: without what is missing and no erasure
   * covers.
   */
  complete(chain: ChainFindings): ChainFindings {
    const erasures = new Erasures(this.erasures)
    const left = [...this.open.keys()].sort((one, other) => one - other)
    const uncovered = left.filter(
      (id) => !erasures.cover({ id, user_id: this.users.get(id) ?? null }),
    )
    const at = uncovered[0]
    const isFirst = at !== undefined && (chain.broken === null || at < chain.broken.at)
    return {
      ...chain,
      rowsValid: chain.rowsValid - uncovered.length,
      erased: left.length - uncovered.length,
      broken: isFirst ? { kind: 'EDITED', at } : chain.broken,
    }
  }

  private meet(id: number, hash: Buffer): void {
    const text = hash.toString('latin1')
    if (this.open.get(id) === text) {
      this.open.delete(id)
      this.users.delete(id)
    } else {
      this.open.set(id, text)
    }
  }
}
