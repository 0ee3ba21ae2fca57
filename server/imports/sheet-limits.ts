import { TABLE_LIMITS } from '../../domain/pasted-table.ts'

/** Characters that the import takes. */
export const MAX_TEXT = 1_000_000
/** Columns and rows that the import looks at, with room for empty ones around a table. */
const MAX_COLUMN = TABLE_LIMITS.cells
const MAX_ROW = TABLE_LIMITS.rows + 1000
/**
 * A cell's text has at most 32,767 characters; a longer way between tags has thousands of
 * attributes.
 */
const MAX_BETWEEN_TAGS = 40_000
const REFERENCE = /\sr\s*=\s*["']\s*([a-z]*)(\d*)/gi

export type SheetLimit = 'too far' | 'too large'

/**
 * Why unpacked parts are not given to a reader, or null: a cell beyond an import's columns and
 * rows, or a tag that no program writes.
 */
export function beyondLimits(parts: Readonly<Record<string, Uint8Array>>): SheetLimit | null {
  for (const [name, bytes] of Object.entries(parts)) {
    const xml = new TextDecoder().decode(bytes)
    if (hasLongTag(xml)) return 'too large'
    if (/worksheets\//i.test(name) && hasFarCell(xml)) return 'too far'
  }
  return null
}

function hasLongTag(xml: string): boolean {
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at + 1)
    if ((next < 0 ? xml.length : next) - at > MAX_BETWEEN_TAGS) return true
    if (next < 0) return false
    at = next
  }
  return false
}

function hasFarCell(xml: string): boolean {
  for (const [, letters = '', row = ''] of xml.matchAll(REFERENCE))
    if (letters.length > 3 || columnOf(letters) > MAX_COLUMN || Number(row) > MAX_ROW) return true
  return false
}

/** The number of a column, from 1: `A`, `Z`, `AA` are 1, 26, 27; 0 without letters. */
function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
