import { createHash, type Hash } from 'node:crypto'

/** A change as the bytes that are hashed hold it: every field as PostgreSQL writes it. */
export interface ChainedChange {
  readonly version: number
  readonly subject: string
  readonly currency: string | null
  readonly kind: string | null
  readonly publisher: string | null
  readonly date: string | null
  readonly part: string | null
  readonly source: string | null
  readonly rate: string | null
  readonly units: number | null
  /** JSON, the very text. */
  readonly fact: string | null
  /** JSON, the very text: commitments to typed texts, by name. */
  readonly texts: string | null
  readonly group: number | null
  readonly previous: number | null
  readonly restores: number | null
  readonly origin: number | null
  /** The entries that the act has taken back whole whose last change this is, ascending. */
  readonly undone: readonly number[] | null
}

export const CHANGE_FIELDS = [
  'version',
  'subject',
  'currency',
  'kind',
  'publisher',
  'date',
  'part',
  'source',
  'rate',
  'units',
  'fact',
  'texts',
  'group',
  'previous',
  'restores',
  'origin',
] as const satisfies readonly Exclude<keyof ChainedChange, 'undone'>[]

/** The hash of an entry's changes, taken in one after the other in the order of their versions. */
export class ChangesHash {
  private readonly hash: Hash = createHash('sha256')

  /** The same bytes as `hash_of_changes` of `changes.sql`. */
  add(change: ChainedChange): void {
    let bytes = ''
    for (const name of CHANGE_FIELDS) bytes += fieldOf(name, change[name])
    for (const undone of change.undone ?? []) bytes += fieldOf('undone', undone)
    this.hash.update(bytes, 'utf8')
  }

  digest(): Buffer {
    return this.hash.digest()
  }
}

function fieldOf(name: string, value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  return `${name}:${Buffer.byteLength(text)}:${text}`
}
