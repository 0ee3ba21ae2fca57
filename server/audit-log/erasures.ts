import type { Db } from '../database/schema.ts'
import type { ChainedEntry } from './entry-hash.ts'

export interface Erasure {
  readonly id: number
  readonly user_id: number | null
  readonly entries: readonly number[]
  /** What texts say since the user's name was taken out, by what was typed: commitments in hex. */
  readonly redacted: Readonly<Record<string, string>>
}

/** Which personal parts may be missing, because the chain itself records their erasure. */
export class Erasures {
  private readonly ofUser = new Map<number, number>()
  private readonly ofEntry = new Map<number, number>()
  private readonly redacted = new Map<string, string>()

  constructor(erasures: readonly Erasure[] = []) {
    const inOrder = [...erasures].sort((one, other) => one.id - other.id)
    for (const { id, user_id, entries, redacted } of inOrder) {
      if (user_id !== null) keepLast(this.ofUser, user_id, id)
      for (const entry of entries) keepLast(this.ofEntry, entry, id)
      for (const [typed, since] of Object.entries(redacted)) this.redacted.set(typed, since)
    }
  }

  /** The commitment to what a text says since names were taken out of it, last by this record. */
  redaction(commitment: string): string | undefined {
    return this.redacted.get(commitment)
  }

  /** Whether a later entry records that the personal part of this one was erased. */
  cover({ id, user_id }: Pick<ChainedEntry, 'id' | 'user_id'>): boolean {
    const byUser = user_id === null ? 0 : (this.ofUser.get(user_id) ?? 0)
    return Math.max(byUser, this.ofEntry.get(id) ?? 0) > id
  }
}

function keepLast(map: Map<number, number>, key: number, id: number): void {
  map.set(key, Math.max(id, map.get(key) ?? 0))
}

/** All erasures that the chain records. Whoever believes them must check the chain as well. */
export async function readErasures(db: Db): Promise<Erasures> {
  return new Erasures(await db.selectFrom('audit_erasure').selectAll().execute())
}

/**
 * What the metadata of an entry of the action `erase user` says, for files outside the database.
 */
export function erasureOf(entry: { id: number; metadata: string }): Erasure {
  const {
    erased_user = null,
    entries = [],
    redacted = {},
  } = JSON.parse(entry.metadata) as {
    erased_user?: number | null
    entries?: number[]
    redacted?: Record<string, string>
  }
  return { id: entry.id, user_id: erased_user, entries, redacted }
}
