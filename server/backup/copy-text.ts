import type { ChainedEntry } from '../audit-trail/entry-hash.ts'

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/**
 * The values of a row in COPY's text format (https://www.postgresql.org/docs/18/sql-copy.html, "Text Format"): tabs
 * between them, `\N` for null, a backslash before what would be mistaken.
 */
export function copiedValues(line: string): (string | null)[] {
  return line.split('\t').map((text) => {
    if (text === '\\N') return null
    return text.includes('\\') ? text.replace(/\\(.)/gs, (_all, mark: string) => ESCAPES[mark] ?? mark) : text
  })
}

/** An entry of the audit trail from its row, whose columns are in the order of `columns`. */
export function chainedEntryOf(columns: readonly string[], line: string): ChainedEntry {
  const values = copiedValues(line)
  const value = (column: string): string | null => values[columns.indexOf(column)] ?? null
  const text = (column: string): string => value(column) ?? ''
  const userId = value('user_id')
  return {
    id: Number(value('id')),
    action: text('action'),
    description: text('description'),
    created_at: hashedTime(text('created_at')),
    user_id: userId === null ? null : Number(userId),
    user_email: value('user_email'),
    ip_address: value('ip_address'),
    currency: value('currency'),
    metadata: text('metadata'),
    previous_hash: Buffer.from(text('previous_hash').slice(2), 'hex'),
    hash: Buffer.from(text('hash').slice(2), 'hex'),
  }
}

/** `2026-09-29 06:30:00.5+00` as it is hashed: `2026-09-29T06:30:00.500000Z`. */
function hashedTime(copied: string): string {
  const [date = '', time = ''] = copied.replace(/\+00$/, '').split(' ')
  const [seconds = '', fraction = ''] = time.split('.')
  return `${date}T${seconds}.${fraction.padEnd(6, '0')}Z`
}
