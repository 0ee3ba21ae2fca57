import { createHash } from 'node:crypto'

/**
 * An entry as the bytes that are hashed hold it: every column as PostgreSQL writes it, so that a check needs neither the
 * database's functions nor a number or a date of JavaScript's.
 */
export interface ChainedEntry {
  readonly id: number
  readonly action: string
  readonly description: string
  /** UTC with microseconds: `2026-09-29T06:30:00.000000Z`. */
  readonly created_at: string
  readonly user_id: number | null
  readonly user_email: string | null
  readonly ip_address: string | null
  readonly currency: string | null
  /** The very text, not what it means. */
  readonly metadata: string
  readonly previous_hash: Buffer
  readonly hash: Buffer
}

/** What the first entry holds as the hash of the one before. */
export const GENESIS = Buffer.alloc(32)

/** The hash that an entry must have, from its own fields: the same bytes as `audit_bytes` of migration 001. */
export function entryHash(entry: ChainedEntry): Buffer {
  const text =
    field(String(entry.id)) +
    field(entry.action) +
    field(entry.description) +
    field(entry.created_at) +
    field(entry.user_id === null ? null : String(entry.user_id)) +
    field(entry.user_email) +
    field(entry.ip_address) +
    field(entry.currency) +
    field(entry.metadata)
  return createHash('sha256').update(entry.previous_hash).update(text, 'utf8').digest()
}

/** Its length in bytes, a colon, itself: no two lists of fields have the same bytes. */
function field(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`
}
