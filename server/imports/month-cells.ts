import { calendarDateOf, fromDayNumber, toDayNumber } from '../../domain/calendar-date.ts'

/** Parts of an XLSX file by their names. */
export type Parts = Record<string, Uint8Array>

const FIRST_OF_1904 = calendarDateOf('1904-01-01')
/** The day that is number 61 where 1900 counts as a leap year (18.17.4.1). */
const DAY_61 = calendarDateOf('1900-03-01')
/** The format `mmm-yy` (ECMA-376 part 1, 18.8.30). */
const MONTH_FORMAT = '17'
const FORMAT = /<numFmt\s[^>]*>/g
const STYLES = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s
const STYLE = /<xf\s[^>]*>/g
/** A cell with a figure, its formula before it. */
const CELL = /(<c\s[^>]*?)(\/?>)((?:<f[^>]*>[^<]*<\/f>|<f[^>]*\/>)?)<v>(\d{5}(?:\.\d+)?)<\/v>/g

/**
 * Writes days of which a sheet shows only the month as that month: the file's first of it is
 * nobody's day.
 */
export function writeMonths(parts: Parts, isOf1904: boolean): void {
  const styles = stylesOfMonths(textOf(parts, /^xl\/styles\.xml$/i))
  if (styles.size === 0) return
  const first = isOf1904 ? toDayNumber(FIRST_OF_1904) : toDayNumber(DAY_61) - 61
  for (const name of Object.keys(parts).filter((each) => /worksheets\//i.test(each))) {
    const xml = new TextDecoder().decode(parts[name])
    const changed = xml.replace(CELL, (cell, tag: string, end: string, formula: string, serial) => {
      if (!styles.has(attribute(tag, 's')) || !['', 'n'].includes(attribute(tag, 't'))) return cell
      const month = fromDayNumber(first + Math.floor(Number(serial))).slice(0, 7)
      return `${tag.replace(/\st="n"/, '')} t="str"${end}${formula}<v>${month}</v>`
    })
    if (changed !== xml) parts[name] = new TextEncoder().encode(changed)
  }
}

/** The numbers of the styles that show a month without a day. */
function stylesOfMonths(xml: string): ReadonlySet<string> {
  const formats = new Set([MONTH_FORMAT])
  for (const [tag] of xml.matchAll(FORMAT))
    if (isMonth(attribute(tag, 'formatCode'))) formats.add(attribute(tag, 'numFmtId'))
  const [, styles = ''] = STYLES.exec(xml) ?? []
  const numbers = [...styles.matchAll(STYLE)].map(([tag]) => attribute(tag, 'numFmtId'))
  return new Set(numbers.flatMap((format, at) => (formats.has(format) ? String(at) : [])))
}

/** Whether a format has a year or a month with letters, and no day. */
function isMonth(code: string): boolean {
  const [shown = ''] = code
    .replaceAll('&quot;', '"')
    .replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '')
    .split(';')
  return /y|mmm/i.test(shown) && !/[dh]/i.test(shown)
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? ''
}

function textOf(parts: Parts, name: RegExp): string {
  const found = Object.keys(parts).find((each) => name.test(each))
  return found === undefined ? '' : new TextDecoder().decode(parts[found])
}
