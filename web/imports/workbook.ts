import { unzipSync, type UnzipFileInfo } from 'fflate'
import { addDays, calendarDateOf, FIRST_DAY, isCalendarDate } from '../../domain/calendar-date.ts'
import {
  GRID_LIMITS,
  IMPORT_BYTES,
  isEmpty,
  type Cell,
  type Grid,
} from '../../domain/imports/table.ts'

export type FileError =
  | 'too large'
  | 'too far'
  | 'encrypted'
  | 'old format'
  | 'web page'
  | 'quotes'
  | 'unreadable'
  | 'empty'
  | 'too slow'

export class UnreadableFile extends Error {
  readonly reason: FileError
  constructor(reason: FileError) {
    super(reason)
    this.reason = reason
  }
}

export interface ReadFile {
  readonly grid: Grid
  /** Names of the workbook's sheets, hidden ones last; none of a text. */
  readonly sheets: readonly string[]
  readonly sheet: number
}

/** Spaces that do not break, and marks without a width, are no part of a value. */
export const tidy = (cell: string) =>
  cell
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll(/[\u200b\u2060\ufeff]/g, '')
    .trim()
    .slice(0, GRID_LIMITS.characters)

type Parts = (name: RegExp | string) => string

/** Reads parts of a ZIP file as text. Throws if they are larger than the limit when unpacked. */
function partsOf(bytes: Uint8Array): Parts {
  let left: number = IMPORT_BYTES.unpacked
  return (name) => {
    const path = typeof name === 'string' ? name.replace(/^\//, '').toLowerCase() : undefined
    let isFound = false
    const filter = (part: UnzipFileInfo) => {
      const isPart =
        !isFound &&
        (path === undefined ? (name as RegExp).test(part.name) : part.name.toLowerCase() === path)
      if (!isPart) return false
      isFound = true
      left -= part.originalSize
      if (left < 0) throw new UnreadableFile('too large')
      return true
    }
    const [part] = Object.values(unzipSync(bytes, { filter }))
    return part ? new TextDecoder().decode(part) : ''
  }
}

/** Reads one sheet of an XLSX file. Throws an `UnreadableFile`. */
export function readWorkbook(bytes: Uint8Array, wanted?: number): ReadFile {
  try {
    const part = partsOf(bytes)
    const workbook = part(/^xl\/workbook\d*\.xml$/i)
    const files = new Map(
      [...tagsIn(part(/^xl\/_rels\/workbook\d*\.xml\.rels$/i), 'Relationship')].map((tag) => [
        attribute(tag, 'Id'),
        attribute(tag, 'Target').replace(/^(?!\/)/, 'xl/'),
      ]),
    )
    const sheets = [...tagsIn(workbook, 'sheet')]
      .map((tag) => ({
        name: decodeEntities(attribute(tag, 'name')),
        file: files.get(attribute(tag, 'r:id') || attribute(tag, '\\w+:id')) ?? '',
        isHidden: /^(?:veryH|h)idden$/.test(attribute(tag, 'state')),
      }))
      .filter(({ file }) => !/chartsheet/i.test(file))
      .slice(0, 100)
      .sort((one, other) => Number(one.isHidden) - Number(other.isHidden))
    const context: SheetContext = {
      strings: sharedStrings(part(/^xl\/sharedStrings\.xml$/i)),
      styles: stylesOf(part(/^xl\/styles\.xml$/i)),
      isOf1904: /date1904\s*=\s*["'](?:1|true)["']/i.test(workbook),
    }
    const read = (at: number) => readSheet(part(sheets[at]?.file ?? ''), context)
    const names = sheets.map(({ name }) => name)
    if (wanted !== undefined) return { grid: read(wanted), sheets: names, sheet: wanted }
    let found: ReadFile | undefined
    for (const [at, { isHidden }] of sheets.entries()) {
      if (isHidden && found) break
      const grid = read(at)
      found ??= { grid, sheets: names, sheet: at }
      if (hasNumbers(grid)) return { grid, sheets: names, sheet: at }
    }
    if (!found || found.grid.rows.length === 0) throw new UnreadableFile('empty')
    return found
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('unreadable')
  }
}

const hasNumbers = ({ rows }: Grid) =>
  rows.some((row) => row.some((cell) => !isEmpty(cell) && typeof cell !== 'string'))

interface SheetContext {
  readonly strings: readonly string[]
  /** The meaning of numbers with each style. */
  readonly styles: readonly ('day' | 'month' | 'percent' | undefined)[]
  /** Days are counted from 1904. */
  readonly isOf1904: boolean
}

const TAG = /<(\/?)(?:\w+:)?(row|c|v|f|t|rPh|mergeCell)((?:\s[^<>]*)?\/?)>/g

/** The cells of a worksheet (ECMA-376 part 1, 18.3.1), its merged cells filled. */
function readSheet(xml: string, context: SheetContext): Grid {
  const rows: Cell[][] = []
  const merges: string[] = []
  let [row, column, isPhonetic] = [-1, -1, false]
  let cell = { attributes: '', text: undefined as string | undefined, isFormula: false }
  const close = () => {
    const value = cellOf(cell, context)
    cell = { attributes: '', text: undefined, isFormula: false }
    if (isEmpty(value)) return
    if (row >= GRID_LIMITS.rows || column >= GRID_LIMITS.columns)
      throw new UnreadableFile('too far')
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length < column) cells.push('')
    cells[column] = value
  }
  for (const match of xml.matchAll(TAG)) {
    const [tag, end, name, attributes = ''] = match
    const isOpening = end === '' && !attributes.endsWith('/')
    if (name === 'row' && end === '') {
      row = Number(attribute(attributes, 'r') || row + 2) - 1
      column = -1
    } else if (name === 'c' && end === '') {
      column = columnIn(attribute(attributes, 'r')) ?? column + 1
      cell.attributes = attributes
    } else if (name === 'c') close()
    else if (name === 'f' && end === '') cell.isFormula = true
    else if (name === 'rPh') isPhonetic = isOpening
    else if (name === 'mergeCell') merges.push(attribute(attributes, 'ref'))
    else if (isOpening && !isPhonetic) {
      const at = match.index + tag.length
      cell.text = (cell.text ?? '') + decodeEntities(xml.slice(at, xml.indexOf('<', at)))
    }
  }
  fillMerges(rows, merges)
  return { rows }
}

function columnIn(reference: string): number | undefined {
  const letters = /^[A-Za-z]+/.exec(reference)?.[0]
  if (letters === undefined) return undefined
  return (
    Array.from(letters.slice(0, 8).toUpperCase()).reduce(
      (sum, each) => sum * 26 + each.charCodeAt(0) - 64,
      0,
    ) - 1
  )
}

function fillMerges(rows: Cell[][], merges: readonly string[]): void {
  let left = GRID_LIMITS.rows * 20
  for (const merge of merges) {
    const [, from = '', first = '', to = '', last = ''] =
      /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(merge) ?? []
    const [left0 = 0, right = -1] = [columnIn(from), columnIn(to)]
    const value = rows[Number(first) - 1]?.[left0]
    if (value === undefined || isEmpty(value)) continue
    for (let row = Number(first) - 1; row < Math.min(Number(last), rows.length); row++) {
      const cells = rows[row] ?? []
      for (let column = left0; column <= Math.min(right, GRID_LIMITS.columns - 1); column++) {
        if (--left < 0) throw new UnreadableFile('too large')
        while (cells.length < column) cells.push('')
        if (isEmpty(cells[column])) cells[column] = value
      }
    }
  }
}

interface RawCell {
  readonly attributes: string
  readonly text: string | undefined
  readonly isFormula: boolean
}

function cellOf({ attributes, text, isFormula }: RawCell, context: SheetContext): Cell {
  // A formula that was never calculated has no value.
  if (text === undefined) return isFormula ? { error: '=?' } : ''
  const type = attribute(attributes, 't')
  if (type === 's') return tidy(context.strings[Number(text)] ?? '')
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return { error: text }
  if (type === 'd') return isCalendarDate(text.slice(0, 10)) ? dayCell(text.slice(0, 10)) : text
  const number = Number(text)
  if (type !== '' && type !== 'n') return tidy(text)
  if (text.trim() === '' || Number.isNaN(number)) return tidy(text)
  const style = context.styles[Number(attribute(attributes, 's') || 0)]
  if (style === 'percent') return `${Number((number * 100).toPrecision(15))}%`
  if (style === undefined || number < 1 || number > 400_000) return number
  // Half a second before midnight is midnight: sums of hours end there.
  const days = Math.floor(number + 0.5 / 86_400) + (context.isOf1904 ? 1462 : 0)
  const day = addDays(FIRST_DAY, days - 2)
  // A cell that shows only a month holds its first day, which nobody wrote.
  return style === 'month' ? day.slice(0, 7) : { day }
}

const dayCell = (text: string): Cell => ({ day: calendarDateOf(text) })

function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let isPhonetic = false
  for (const match of xml.matchAll(/<(\/?)(?:\w+:)?(si|t|rPh)((?:\s[^<>]*)?\/?)>/g)) {
    const [tag, end, name] = match
    if (name === 'si' && end === '') strings.push('')
    else if (name === 'rPh') isPhonetic = end === ''
    else if (name === 't' && end === '' && !tag.endsWith('/>') && !isPhonetic) {
      const at = match.index + tag.length
      const last = strings.length - 1
      strings[last] = (strings[last] ?? '') + decodeEntities(xml.slice(at, xml.indexOf('<', at)))
    }
  }
  return strings
}

/** Formats of the standard that show days (ECMA-376 part 1, 18.8.30); 17 shows a month. */
const DAY_FORMATS = [14, 15, 16, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]

function stylesOf(xml: string): SheetContext['styles'] {
  const codes = new Map(
    [...tagsIn(xml, 'numFmt')].map((tag) => [
      attribute(tag, 'numFmtId'),
      decodeEntities(attribute(tag, 'formatCode')),
    ]),
  )
  const [, styles = ''] = /<(?:\w+:)?cellXfs[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(xml) ?? []
  return [...tagsIn(styles, 'xf')].map((tag) => {
    const id = attribute(tag, 'numFmtId')
    const code = codes.get(id)
    if (code === undefined)
      return DAY_FORMATS.includes(Number(id))
        ? 'day'
        : id === '17'
          ? 'month'
          : ['9', '10'].includes(id)
            ? 'percent'
            : undefined
    const [shown = ''] = code.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '').split(';')
    if (shown.includes('%')) return 'percent'
    if (/d/i.test(shown)) return 'day'
    return /y|mmm/i.test(shown) && !/h/i.test(shown) ? 'month' : undefined
  })
}

function* tagsIn(xml: string, name: string): Generator<string> {
  for (const [tag] of xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g'))) yield tag
}

const patterns = new Map<string, RegExp>()

function attribute(tag: string, name: string): string {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`)
  patterns.set(name, pattern)
  return pattern.exec(tag)?.[1] ?? ''
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (all, hex, decimal, name) => {
      const code = hex ? parseInt(String(hex), 16) : Number(decimal)
      if (name) return ENTITIES[String(name)] ?? all
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
    },
  )
}
