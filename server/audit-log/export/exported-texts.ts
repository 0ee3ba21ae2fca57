import type { Db } from '../../database/schema.ts'
import { maskText, type Viewer } from '../mask-details.ts'
import { isCommitted, readTexts, type Commitments } from '../typed-texts.ts'

/**
 * Typed texts by name, with their salt in hex unless masked; null where the text is not the typed
 * one any more.
 */
export type ExportedTexts = Readonly<
  Record<string, { readonly text: string; readonly salt?: string } | null>
>

/** For each of many commitments what they stand for; null where nothing was typed. */
export async function readExportedTexts(
  db: Db,
  all: readonly Commitments[],
  viewer: Viewer | null,
): Promise<(ExportedTexts | null)[]> {
  const hashes = all.flatMap((each) => Object.values(each)).filter((hash) => hash !== null)
  const found = await readTexts(db, hashes)
  const exported = (hash: string | null) => {
    const typed = found.get(hash ?? '')
    if (!typed || !isCommitted(typed, hash)) return null
    // Without its salt, with which somebody could find out by trying what is masked.
    if (viewer) return { text: maskText(typed.text, viewer) }
    return { text: typed.text, salt: typed.salt.toString('hex') }
  }
  return all.map((commitments) => {
    const texts = Object.entries(commitments).map(([name, hash]) => [name, exported(hash)] as const)
    return texts.length === 0 ? null : Object.fromEntries(texts)
  })
}
