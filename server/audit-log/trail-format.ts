// The format of the audit trail. It is a stream of lines: {export}; each {entry} with its personal
// parts {actor, content}, followed by the {change}s of facts that it made; {end}. Everything is
// covered by SHA-256:
// - the hash of an entry covers its fields and the hash of the entry before it;
// - `changes_hash` covers the entry's changes, whose versions continue from entry to entry;
// - `actor_hash` and `content_hash` are salted commitments to the personal parts, which an entry
//   `erase user` may erase;
// - a checkpoint says which hash an entry had, signed outside the database (Ed25519).
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'

/** Hashes are in hex. */
export interface ChainedEntry {
  readonly id: number
  readonly action: string
  readonly description: string
  /** UTC with microseconds: `2026-09-29T06:30:00.000000Z`. */
  readonly created_at: string
  readonly actor: string
  readonly user_id: number | null
  /** The user whom the act is about, if another. */
  readonly subject_id: number | null
  readonly metadata: string
  readonly actor_hash: string | null
  readonly content_hash: string | null
  readonly first_change: number | null
  readonly last_change: number | null
  readonly changes_hash: string | null
  readonly previous_hash: string
  readonly hash: string
}

/** `data` is JSON, `salt` hex. A reduced part has no salt. */
export interface PersonalPart {
  readonly salt?: string
  readonly data?: string
  /** Filled with the content, for searches. */
  readonly sentence?: string | null
}

/** The texts and arrays that PostgreSQL returns. */
export interface Touched {
  readonly days: string | null
  readonly currencies: readonly string[] | null
  readonly banks: readonly string[] | null
}

export interface ChainedChange {
  readonly version: number
  readonly subject: string
  readonly currency: string | null
  readonly kind: string | null
  readonly bank: string | null
  readonly date: string | null
  readonly part: string | null
  readonly source: string | null
  readonly rate: string | null
  readonly units: number | null
  readonly fact: string | null
  readonly group: number | null
  readonly previous: number | null
  readonly restores: number | null
  readonly origin: number | null
  /** Entries that the act undid entirely, ascending; in the act's last change only. */
  readonly undone: readonly number[] | null
}

export interface ExportHead {
  readonly format: string
  readonly exported_at: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly head: ChainEnd
  readonly checkpoint: Checkpoint | null
}

export interface EntryLine {
  readonly entry: ChainedEntry
  readonly actor: PersonalPart | null
  readonly content: PersonalPart | null
  readonly touched?: Touched
}

export type TrailLine =
  | { readonly export: ExportHead }
  | EntryLine
  | { readonly change: ChainedChange }
  | { readonly end: { readonly entries: number } }

export interface Checkpoint {
  readonly entry: number
  readonly hash: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** 32 bytes in base64url. */
  readonly key: string
  /** Ed25519 (RFC 8032) over `checkpointText`, in base64. */
  readonly signature: string
}

export interface ChainEnd {
  readonly id: number
  readonly hash: string
}

export const EXPORT_FORMAT = 'rupee-rates audit export 4'
export const GENESIS: ChainEnd = { id: 0, hash: '0'.repeat(64) }

const ENTRY_FIELDS = [
  ...(['id', 'action', 'description', 'created_at', 'actor', 'user_id'] as const),
  ...([
    'subject_id',
    'metadata',
    'actor_hash',
    'content_hash',
    'first_change',
    'last_change',
    'changes_hash',
  ] as const),
]
export const CHANGE_FIELDS = [
  ...(['version', 'subject', 'currency', 'kind', 'bank', 'date', 'part', 'source'] as const),
  ...(['rate', 'units', 'fact', 'group', 'previous', 'restores', 'origin'] as const),
]

/** Same bytes as `audit_field` in the database. */
export const field = (name: string, value: string | number | null) =>
  value === null ? '' : `${name}:${Buffer.byteLength(String(value))}:${value}`

export function joinFields<K extends string>(
  record: Readonly<Record<K, string | number | null>>,
  names: K[],
) {
  let bytes = ''
  for (const name of names) bytes += field(name, record[name])
  return bytes
}

export const hashEntry = (entry: ChainedEntry) =>
  createHash('sha256')
    .update(entry.previous_hash, 'hex')
    .update(joinFields(entry, ENTRY_FIELDS))
    .digest('hex')

/** `…` stands for erased content. */
export function fillSentence(
  description: string,
  content: Readonly<Record<string, unknown>> | 'erased',
): string {
  return description.replace(/\[([a-z_]+)\]/g, (place, name: string) => {
    if (content === 'erased') return '…'
    const value = Object.hasOwn(content, name) ? content[name] : undefined
    return typeof value === 'string' ? value : place
  })
}

/** With the reason, if there is one. Null if nothing was filled in. */
export function searchedSentence(description: string, content: Record<string, unknown>) {
  const filled = fillSentence(description, content)
  const { reason } = content
  const searched = typeof reason === 'string' ? `${filled} ${reason}` : filled
  return searched === description ? null : searched
}

export function parseCheckpoint(line: string): Checkpoint | null {
  try {
    const given = JSON.parse(line) as Checkpoint
    const { entry, hash, at, key, signature } = given
    const isCheckpoint =
      Number.isSafeInteger(entry) &&
      entry > 0 &&
      /^[0-9a-f]{64}$/.test(hash) &&
      !Number.isNaN(Date.parse(at)) &&
      typeof key === 'string' &&
      typeof signature === 'string'
    return isCheckpoint ? { entry, hash, at, key, signature } : null
  } catch {
    return null
  }
}

/** The prefix keeps the signature from fitting another kind of text. */
export const checkpointText = ({ entry, hash, at }: Omit<Checkpoint, 'key' | 'signature'>) =>
  Buffer.from(`rupee-rates audit checkpoint 1\n${entry}\n${hash}\n${at}\n`)

export function isSigned(checkpoint: Checkpoint): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: checkpoint.key }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const signature = Buffer.from(checkpoint.signature, 'base64')
    return verifySignature(null, checkpointText(checkpoint), key, signature)
  } catch {
    return false
  }
}
