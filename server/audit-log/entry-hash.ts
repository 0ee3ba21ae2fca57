import { createHash } from 'node:crypto'

/** An entry as its hashed bytes hold it: every column as PostgreSQL writes it. */
export interface ChainedEntry {
  readonly id: number
  readonly action: string
  /** With placeholders for personal data (audit-sentence.ts). */
  readonly description: string
  /** UTC with microseconds: `2026-09-29T06:30:00.000000Z`. */
  readonly created_at: string
  readonly user_id: number | null
  readonly user_email: string | null
  /** The very text, not what it means. */
  readonly metadata: string
  /** The commitment to the personal part; null where there is none. */
  readonly personal_hash: Buffer | null
  /**
   * The versions of what it changed, and the SHA-256 of their bytes; null where that is nothing.
   */
  readonly first_change: number | null
  readonly last_change: number | null
  readonly changes_hash: Buffer | null
  readonly previous_hash: Buffer
  readonly hash: Buffer
  /** Outside the hash; null once it is erased. */
  readonly personal: PersonalPart | null
}

/** The personal part of an entry, which can be erased without touching the chain. */
export interface PersonalPart {
  /** 32 bytes; without them nobody can find out what was erased by trying. */
  readonly salt: Buffer
  readonly user_email: string | null
  readonly ip_address: string | null
  /** The sentence as it is shown; null where that of the entry is. */
  readonly description: string | null
  /** JSON, the very text. */
  readonly metadata: string | null
}

/** What the first entry holds as the hash of the one before. */
export const GENESIS = Buffer.alloc(32)

/**
 * The hash that an entry must have, from its own fields: the same bytes as `audit_bytes` of
 * `audit-log.sql`.
 */
export function entryHash(entry: ChainedEntry): Buffer {
  const number = (value: number | null) => field(value === null ? null : String(value))
  const text =
    number(entry.id) +
    field(entry.action) +
    field(entry.description) +
    field(entry.created_at) +
    number(entry.user_id) +
    field(entry.user_email) +
    field(entry.metadata) +
    field(entry.personal_hash?.toString('hex') ?? null) +
    number(entry.first_change) +
    number(entry.last_change) +
    field(entry.changes_hash?.toString('hex') ?? null)
  return createHash('sha256').update(entry.previous_hash).update(text, 'utf8').digest()
}

/** The commitment to a personal part: the same bytes as `audit_personal_hash`. */
export function personalHash({ salt, ...personal }: PersonalPart): Buffer {
  const text =
    field(personal.user_email) +
    field(personal.ip_address) +
    field(personal.description) +
    field(personal.metadata)
  return createHash('sha256').update(salt).update(text, 'utf8').digest()
}

/** The commitment to a typed text: the same bytes as `text_hash`. */
export function textHash(salt: Buffer, text: string): Buffer {
  return createHash('sha256').update(salt).update(text, 'utf8').digest()
}

/** Whether the personal part of an entry is the one that the entry commits to. */
export function personalState({
  personal,
  personal_hash,
}: ChainedEntry): 'whole' | 'missing' | 'changed' {
  if (personal === null) return personal_hash === null ? 'whole' : 'missing'
  return personal_hash !== null && personalHash(personal).equals(personal_hash)
    ? 'whole'
    : 'changed'
}

/** Its length in bytes, a colon, itself: no two lists of fields have the same bytes. */
function field(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`
}
