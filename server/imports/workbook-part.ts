import { writeMonths, type Parts } from './month-cells.ts'

const WORKBOOK = /^xl\/workbook\d*\.xml$/i
const SHEET = /<(?:\w+:)?sheet\s[^>]*>/g
const HIDDEN = /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/i
/** A boolean is written in two ways (XML Schema 1.1, 3.3.2), of which the library knows one. */
const EPOCH_1904 = /(<(?:\w+:)?workbookPr\s[^>]*date1904\s*=\s*["'])true(?=["'])/i
const IS_1904 = /<(?:\w+:)?workbookPr\s[^>]*date1904\s*=\s*["'](?:1|true)["']/i

/** Prepares a workbook's parts for the library, and says of each sheet whether it is hidden. */
export function prepareWorkbook(parts: Parts): boolean[] {
  const name = Object.keys(parts).find((each) => WORKBOOK.test(each))
  if (name === undefined) return []
  const xml = new TextDecoder().decode(parts[name])
  parts[name] = new TextEncoder().encode(
    xml.replace(EPOCH_1904, (_all, before: string) => `${before}1`),
  )
  writeMonths(parts, IS_1904.test(xml))
  return [...xml.matchAll(SHEET)]
    .filter(([tag]) => /\sname\s*=/.test(tag))
    .map(([tag]) => HIDDEN.test(tag))
}
