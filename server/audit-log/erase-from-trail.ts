import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database/schema.ts'
import { substringPattern } from './matching-entries.ts'
import { formerUser } from './audit-sentence.ts'
import { textHash } from './entry-hash.ts'

export interface ErasedPerson {
  readonly id: number
  readonly email: string
  /** Null where nobody has proved the address: anyone may have typed any name with it. */
  readonly name: string | null
}

/** How a person is looked for: patterns of LIKE that find at least what the expression finds. */
interface Traces {
  readonly patterns: readonly string[]
  readonly exact: RegExp
}

/**
 * The address, and the name where it has two words: a single one may mean anybody. `p@b.lk` stands
 * in `xp@b.lk` too, which is another address.
 */
function tracesOf({ email, name }: Pick<ErasedPerson, 'email' | 'name'>): Traces {
  const words = name?.trim().split(/\s+/) ?? []
  const isFullName = words.length > 1
  const address = `(?<![a-z0-9._+-])${literal(email)}(?![a-z0-9-]|\\.[a-z0-9])`
  const letter = '[\\p{L}\\p{M}\\p{N}]'
  const fullName = `(?<!${letter})${words.map(literal).join('\\s+')}(?!${letter})`
  return {
    patterns: [
      substringPattern(email),
      ...(isFullName ? [words.map(substringPattern).join('').replaceAll('%%', '%')] : []),
    ],
    exact: new RegExp(isFullName ? `${address}|${fullName}` : address, 'giu'),
  }
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const names = ({ exact }: Traces, text: string) => text.search(exact) !== -1

/** Personal parts that are searched in one statement. */
const PAGE = 100_000

/**
 * The entries by others whose personal part names a person, ascending. Those of a namesake do not.
 */
export async function entriesNaming(db: Db, person: ErasedPerson): Promise<number[]> {
  const { id, email, name } = person
  const traces = tracesOf(person)
  const isByOthers = sql`e.user_id IS DISTINCT FROM ${id}
    AND NOT EXISTS (SELECT FROM app_user u WHERE u.id = e.user_id AND lower(u.name) =
    lower(${name}))`
  const { rows } = await sql<{ entry_id: number; text: string | null }>`
    SELECT p.entry_id, p.description AS text
    FROM audit_personal p JOIN audit_entry e ON e.id = p.entry_id
    WHERE p.description ILIKE ANY(${traces.patterns}::text[]) AND ${isByOthers}
    UNION ALL
    SELECT p.entry_id, NULL FROM audit_entry e JOIN audit_personal p ON p.entry_id = e.id
    WHERE e.user_id IS NULL AND p.user_email = ${email}`.execute(db)
  const { id: end } = await db.selectFrom('audit_head').select('id').executeTakeFirstOrThrow()
  for (let after = 0; after < end; after += PAGE) {
    const page = await sql<{ entry_id: number; text: string }>`
      SELECT p.entry_id, p.metadata AS text
      FROM audit_personal p JOIN audit_entry e ON e.id = p.entry_id
      WHERE p.entry_id > ${after} AND p.entry_id <= ${after + PAGE}
        AND p.metadata ILIKE ANY(${traces.patterns}::text[]) AND ${isByOthers}`.execute(db)
    rows.push(...page.rows)
  }
  const naming = rows.filter(({ text }) => text === null || names(traces, text))
  return [...new Set(naming.map(({ entry_id }) => entry_id))].sort((one, other) => one - other)
}

/** What the table holds. */
const MAX_TOKEN_NAME = 60

/** Takes a person out of the names that others gave their access tokens. */
export async function redactTokenNames(trx: Transaction, person: ErasedPerson): Promise<void> {
  const { patterns, exact } = tracesOf(person)
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM access_token WHERE name ILIKE ANY(${patterns}::text[])`.execute(trx)
  for (const { id, name } of rows) {
    const without = name.replace(exact, formerUser(person.id)).slice(0, MAX_TOKEN_NAME)
    await trx.updateTable('access_token').set({ name: without }).where('id', '=', id).execute()
  }
}

/** A typed text without a person: what takes its place under its commitment, all in hex. */
interface Redaction {
  readonly hash: string
  readonly salt: string
  readonly text: string
  /** The commitment to what it says now. */
  readonly since: string
}

/** Takes a person out of what anyone typed. */
export async function redactTexts(db: Db, person: ErasedPerson): Promise<readonly Redaction[]> {
  const traces = tracesOf(person)
  const { rows } = await sql<{ hash: string; text: string }>`
    SELECT encode(hash, 'hex') AS hash, text FROM typed_text
    WHERE text ILIKE ANY(${traces.patterns}::text[]) ORDER BY hash`.execute(db)
  return rows
    .filter(({ text }) => names(traces, text))
    .map(({ hash, text: typed }) => {
      const [salt, text] = [randomBytes(32), typed.replace(traces.exact, formerUser(person.id))]
      const since = textHash(salt, text).toString('hex')
      return { hash, salt: salt.toString('hex'), text, since }
    })
}

/** What the metadata of an entry of the action `erase user` says of redactions. */
export const redacted = (texts: readonly Redaction[]) => ({
  redacted: Object.fromEntries(texts.map(({ hash, since }) => [hash, since])),
})

/**
 * Deletes the personal parts that an entry `erase user` names, and redacts its texts; gives how
 * many parts.
 */
export async function eraseFromTrail(
  trx: Transaction,
  erasure: number,
  texts: readonly Redaction[],
): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    SELECT erase_audit_personal(${erasure}, ${JSON.stringify(texts)}::json) AS erased`.execute(trx)
  return rows[0]?.erased ?? 0
}
