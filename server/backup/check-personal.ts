import type { ChainFindings } from '../audit-log/chain/chain-check.ts'
import { personalHash, type ChainedEntry, type PersonalPart } from '../audit-log/entry-hash.ts'
import { Erasures, erasureOf, type Erasure } from '../audit-log/erasures.ts'

/** Compares the personal parts in a backup with what the entries commit to, in whichever order the two tables come. */
export class PersonalCheck {
  /** By entry: the hash of whichever side came first, until the other agrees. */
  private readonly open = new Map<number, string>()
  private readonly users = new Map<number, number | null>()
  private readonly erasures: Erasure[] = []

  addEntry(entry: ChainedEntry): void {
    if (entry.action === 'erase user' && entry.format > 1) this.erasures.push(erasureOf(entry))
    if (entry.personal_hash) this.meet(entry.id, entry.personal_hash)
    if (this.open.has(entry.id)) this.users.set(entry.id, entry.user_id)
  }

  addPersonal(entryId: number, personal: PersonalPart): void {
    this.meet(entryId, personalHash(personal))
  }

  /** What is known of the chain once both tables were read: without what is missing and no erasure covers. */
  complete(chain: ChainFindings): ChainFindings {
    const erasures = new Erasures(this.erasures)
    const left = [...this.open.keys()].sort((one, other) => one - other)
    const uncovered = left.filter((id) => !erasures.cover({ id, user_id: this.users.get(id) ?? null }))
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
