import type { ChainedEntry, PersonalPart } from '../audit-log/entry-hash.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/**
 * The values of a row in COPY's text format (https://www.postgresql.org/docs/18/sql-copy.html):
 * tabs between, `\N` for null, backslash escapes.
 */
export function copiedValues(line: string): (string | null)[] {
  return line.split('\t').map((text) => {
    if (text === '\\N') return null
    return text.includes('\\')
      ? text.replace(/\\(.)/gs, (_all, mark: string) => ESCAPES[mark] ?? mark)
      : text
  })
}

/**
 * An entry of the audit trail from its row in the order of `columns`, without its personal part.
 */
export function chainedEntryOf(columns: readonly string[], line: string): ChainedEntry {
  const { value, text, bytes } = rowOf(columns, line)
  const userId = value('user_id')
  return {
    id: Number(value('id')),
    action: text('action'),
    description: text('description'),
    created_at: hashedTime(text('created_at')),
    user_id: userId === null ? null : Number(userId),
    user_email: value('user_email'),
    metadata: text('metadata'),
    personal_hash: value('personal_hash') === null ? null : bytes('personal_hash'),
    first_change: numberOf(value('first_change')),
    last_change: numberOf(value('last_change')),
    changes_hash: value('changes_hash') === null ? null : bytes('changes_hash'),
    previous_hash: bytes('previous_hash'),
    hash: bytes('hash'),
    personal: null,
  }
}

const numberOf = (value: string | null) => (value === null ? null : Number(value))

/** The personal part of an entry from its row, and the number of the entry. */
export function personalPartOf(
  columns: readonly string[],
  line: string,
): { entryId: number; personal: PersonalPart } {
  const { value, bytes } = rowOf(columns, line)
  return {
    entryId: Number(value('entry_id')),
    personal: {
      salt: bytes('salt'),
      user_email: value('user_email'),
      ip_address: value('ip_address'),
      description: value('description'),
      metadata: value('metadata'),
    },
  }
}

function rowOf(columns: readonly string[], line: string) {
  const values = copiedValues(line)
  const value = (column: string): string | null => values[columns.indexOf(column)] ?? null
  const text = (column: string): string => value(column) ?? ''
  return { value, text, bytes: (column: string) => Buffer.from(text(column).slice(2), 'hex') }
}

/** `2026-09-29 06:30:00.5+00` as it is hashed: `2026-09-29T06:30:00.500000Z`. */
function hashedTime(copied: string): string {
  const [date = '', time = ''] = copied.replace(/\+00$/, '').split(' ')
  const [seconds = '', fraction = ''] = time.split('.')
  return `${date}T${seconds}.${fraction.padEnd(6, '0')}Z`
}
