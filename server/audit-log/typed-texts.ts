import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { textHash } from './entry-hash.ts'

/** What somebody typed, or what became of it when a name was taken out; with its salt. */
export interface TypedText {
  readonly salt: Buffer
  readonly text: string
}

/** Commitments in hex, by the names of what was typed; null for what was left empty. */
export type Commitments = Readonly<Record<string, string | null>>

/** The commitments in the metadata of an entry, and the rest of it. */
export function splitMetadata(metadata: string): {
  texts: Commitments
  said: Record<string, unknown>
} {
  const { texts = {}, ...said } = JSON.parse(metadata) as { texts?: Commitments }
  return { texts, said }
}

export async function readTexts(
  db: Db,
  commitments: readonly string[],
): Promise<ReadonlyMap<string, TypedText>> {
  if (commitments.length === 0) return new Map()
  const { rows } = await sql<TypedText & { hash: string }>`
    SELECT encode(hash, 'hex') AS hash, salt, text FROM typed_text
    WHERE hash = ANY(SELECT decode(each, 'hex') FROM unnest(${commitments}::text[]) each)`.execute(
    db,
  )
  return new Map(rows.map(({ hash, ...text }) => [hash, text]))
}

export const isCommitted = ({ salt, text }: TypedText, commitment: string | null | undefined) =>
  textHash(salt, text).toString('hex') === commitment
