import { entryHash, GENESIS, personalState, type ChainedEntry } from '../entry-hash.ts'
import { Erasures } from '../erasures.ts'

/** Where a chain stands: the number and hash of its last entry. */
export interface ChainEnd {
  readonly id: number
  readonly hash: Buffer
}

/** The first place at which a chain does not hold. */
export interface ChainBreak {
  readonly kind: 'EDITED' | 'GAP'
  readonly at: number
}

/** What is known of a chain after its entries were looked at. */
export type ChainFindings = ReturnType<ChainCheck['findings']>

/**
 * Follows a chain entry by entry, from behind `start`, which is believed. A personal part may be
 * missing where `erasures` cover it.
 */
export class ChainCheck {
  private end: ChainEnd
  /** The first entry that was looked at; null where there was none. */
  private first: number | null = null
  private rows = 0
  /** Rows whose hash is that of their own fields, and rows that hold the hash of the one before. */
  private rowsValid = 0
  private linksValid = 0
  /** How many numbers are missing between the rows. */
  private missing = 0
  /** Entries whose personal part was erased, as the chain records. */
  private erased = 0
  private broken: ChainBreak | null = null
  private readonly erasures: Pick<Erasures, 'cover'>

  constructor(
    start: ChainEnd = { id: 0, hash: GENESIS },
    erasures: Pick<Erasures, 'cover'> = new Erasures(),
  ) {
    this.end = start
    this.erasures = erasures
  }

  /** Looks at the next entry. */
  add(entry: ChainedEntry): void {
    const { id, hash } = entry
    this.first ??= id
    this.rows++
    const gap = id - this.end.id - 1
    const rowValid = entryHash(entry).equals(hash) && this.isPersonalWhole(entry)
    const linkValid = gap === 0 && entry.previous_hash.equals(this.end.hash)
    if (rowValid) this.rowsValid++
    if (linkValid) this.linksValid++
    if (gap > 0) {
      this.missing += gap
      this.break('GAP', this.end.id + 1)
    } else if (gap < 0 || !rowValid) {
      this.break('EDITED', id)
    } else if (!linkValid) {
      // This entry vouches for itself and for another hash before it: the one before was changed
      // and hashed again.
      this.break('EDITED', Math.max(1, id - 1))
    }
    this.end = { id, hash }
  }

  findings() {
    const { first, end, rows, rowsValid, linksValid, missing, erased, broken } = this
    return { first, end, rows, rowsValid, linksValid, missing, erased, broken }
  }

  private isPersonalWhole(entry: ChainedEntry): boolean {
    const state = personalState(entry)
    if (state !== 'missing') return state === 'whole'
    const covered = this.erasures.cover(entry)
    if (covered) this.erased++
    return covered
  }

  private break(kind: ChainBreak['kind'], at: number): void {
    this.broken ??= { kind, at }
  }
}
