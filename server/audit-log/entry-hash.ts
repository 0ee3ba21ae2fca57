import { createHash } from 'node:crypto'

/**
 * An entry as the bytes that are hashed hold it: every column as PostgreSQL writes it, so that a check needs neither the
 * database's functions nor a number or a date of JavaScript's.
 */
export interface ChainedEntry {
  readonly id: number
  /** 1: personal data stands in the entry itself; 2: the entry holds a commitment, `personal_hash`. */
  readonly format: 1 | 2
  readonly action: string
  /** In format 2 with placeholders for personal data (sentence.ts). */
  readonly description: string
  /** UTC with microseconds: `2026-09-29T06:30:00.000000Z`. */
  readonly created_at: string
  readonly user_id: number | null
  readonly user_email: string | null
  readonly ip_address: string | null
  readonly currency: string | null
  /** The very text, not what it means. */
  readonly metadata: string
  /** The commitment to the personal part; null where there is none. */
  readonly personal_hash: Buffer | null
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
 * The hash that an entry must have, from its own fields: the same bytes as `audit_bytes` of migration 008. Those of format
 * 1 begin with a digit, so the hash binds the format.
 */
export function entryHash(entry: ChainedEntry): Buffer {
  const fields =
    field(String(entry.id)) +
    field(entry.action) +
    field(entry.description) +
    field(entry.created_at) +
    field(entry.user_id === null ? null : String(entry.user_id)) +
    field(entry.user_email) +
    field(entry.ip_address) +
    field(entry.currency) +
    field(entry.metadata)
  const text =
    entry.format === 1
      ? fields
      : `format ${entry.format} ${fields}${field(entry.personal_hash?.toString('hex') ?? null)}`
  return createHash('sha256').update(entry.previous_hash).update(text, 'utf8').digest()
}

/** The commitment to a personal part: the same bytes as `audit_personal_hash` of migration 008. */
export function personalHash({ salt, ...personal }: PersonalPart): Buffer {
  const text =
    field(personal.user_email) +
    field(personal.ip_address) +
    field(personal.description) +
    field(personal.metadata)
  return createHash('sha256').update(salt).update(text, 'utf8').digest()
}

/** Whether the personal part of an entry is the one that the entry commits to. */
export function personalState({ personal, personal_hash }: ChainedEntry): 'whole' | 'missing' | 'changed' {
  if (personal === null) return personal_hash === null ? 'whole' : 'missing'
  return personal_hash !== null && personalHash(personal).equals(personal_hash) ? 'whole' : 'changed'
}

/** Its length in bytes, a colon, itself: no two lists of fields have the same bytes. */
function field(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`
}
