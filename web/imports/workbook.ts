import { unzipSync, type UnzipFileInfo } from 'fflate'
import { calendarDateOf, isCalendarDate } from '../../domain/calendar-date.ts'
import { serialDay } from '../../domain/imports/cells.ts'
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
  | 'OpenDocument'
  | 'binary workbook'
  | 'Numbers'
  | 'web page'
  | 'quotes'
  | 'unreadable'
  | 'no connection'
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
  /** Hidden sheets come last. Empty for text. */
  readonly sheets: readonly string[]
  readonly sheet: number
  /** Separators that split the text into columns. Empty for a workbook. */
  readonly delimiters: readonly string[]
}

/**
 * Removes invisible marks and makes every space an ordinary one. Keeps U+200C and U+200D, which
 * Sinhala needs.
 */
export const tidy = (cell: string) =>
  cell
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .slice(0, GRID_LIMITS.characters)

type Parts = (name: RegExp | string) => string

/** Throws if the parts together are too large when unpacked. */
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

/** Other formats that are zip files, by a part of each. */
const OTHER_FORMATS: readonly (readonly [part: RegExp, reason: FileError])[] = [
  [/^content\.xml$/, 'OpenDocument'],
  [/^xl\/workbook\.bin$/i, 'binary workbook'],
  [/^Index(?:\.zip$|\/)/, 'Numbers'],
]

function refuseOtherFormats(bytes: Uint8Array): void {
  const names: string[] = []
  unzipSync(bytes, { filter: ({ name }) => (names.push(name), false) })
  const other = OTHER_FORMATS.find(([part]) => names.some((name) => part.test(name)))
  if (other) throw new UnreadableFile(other[1])
}

/** Reads one sheet of an XLSX file. Throws an `UnreadableFile`. */
export function readWorkbook(bytes: Uint8Array, wanted?: number): ReadFile {
  try {
    const part = partsOf(bytes)
    const workbook = part(/^xl\/workbook\d*\.xml$/i)
    if (workbook === '') refuseOtherFormats(bytes)
    const relations = elementsOf(part(/^xl\/_rels\/workbook\d*\.xml\.rels$/i), 'Relationship')
    const files = new Map(
      relations.map(({ get }) => [get('Id'), get('Target').replace(/^(?!\/)/, 'xl/')]),
    )
    const sheets = elementsOf(workbook, 'sheet')
      .map(({ get }) => ({
        name: decodeEntities(get('name')),
        file: files.get(get('\\w+:id')) ?? '',
        isHidden: /^(?:veryH|h)idden$/.test(get('state')),
      }))
      .filter(({ file }) => !/chartsheet/i.test(file))
      .slice(0, 100)
      .sort((one, other) => Number(one.isHidden) - Number(other.isHidden))
    const context: SheetContext = {
      strings: elementsOf(part(/^xl\/sharedStrings\.xml$/i), 'si').map(({ inner }) =>
        textOf(inner),
      ),
      styles: stylesOf(part(/^xl\/styles\.xml$/i)),
      isOf1904: /date1904\s*=\s*["'](?:1|true)["']/i.test(workbook),
    }
    const read = (at: number): ReadFile => ({
      grid: readSheet(part(sheets[at]?.file ?? ''), context),
      sheets: sheets.map(({ name }) => name),
      sheet: at,
      delimiters: [],
    })
    if (wanted !== undefined) return read(wanted)
    let first: ReadFile | undefined
    for (const [at, { isHidden }] of sheets.entries()) {
      if (isHidden && first) break
      const file = read(at)
      if (hasNumbers(file.grid)) return file
      first ??= file
    }
    if (!first || first.grid.rows.length === 0) throw new UnreadableFile('empty')
    return first
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
  readonly isOf1904: boolean
}

/** Reads cells (ECMA-376 part 1, 18.3.1) and fills merged ones. */
function readSheet(xml: string, context: SheetContext): Grid {
  const rows: Cell[][] = []
  let row = -1
  for (const { get: ofRow, inner } of elementsOf(xml, 'row')) {
    row = Number(ofRow('r') || row + 2) - 1
    let column = -1
    for (const cell of elementsOf(inner, 'c')) {
      column = columnIn(cell.get('r')) ?? column + 1
      const value = cellOf(cell, context)
      if (isEmpty(value)) continue
      if (row >= GRID_LIMITS.rows || column >= GRID_LIMITS.columns)
        throw new UnreadableFile('too far')
      while (rows.length <= row) rows.push([])
      const cells = rows[row] ?? []
      while (cells.length < column) cells.push('')
      cells[column] = value
    }
  }
  fillMerges(
    rows,
    elementsOf(xml, 'mergeCell').map(({ get }) => get('ref')),
  )
  return { rows, ...(context.isOf1904 && { isOf1904: true }) }
}

function columnIn(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,8}/i.exec(reference) ?? []
  if (letters === undefined) return undefined
  const digits = Array.from(letters.toUpperCase(), (each) => each.charCodeAt(0) - 64)
  return digits.reduce((sum, digit) => sum * 26 + digit, 0) - 1
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

function cellOf({ get, inner }: Element, context: SheetContext): Cell {
  const [value] = elementsOf(inner, 'v')
  const text = decodeEntities(value?.inner ?? '') || textOf(inner)
  const type = get('t')
  // A formula that was never calculated has no value.
  const isFormula = text === '' && type !== 'str' && elementsOf(inner, 'f').length > 0
  if (isFormula) return { error: '=?' }
  if (type === 's') return tidy(context.strings[Number(text)] ?? '')
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return { error: text }
  if (type === 'd') return isCalendarDate(text.slice(0, 10)) ? dayCell(text.slice(0, 10)) : text
  const number = Number(text)
  if (type !== '' && type !== 'n') return tidy(text)
  if (text.trim() === '' || Number.isNaN(number)) return tidy(text)
  const style = context.styles[Number(get('s') || 0)]
  if (style === 'percent') return `${Number((number * 100).toPrecision(15))}%`
  if (style === undefined || number < 1 || number > 400_000) return number
  const day = serialDay(number, context.isOf1904)
  // A cell that shows only a month holds its first day, which the author did not choose.
  return style === 'month' ? day.slice(0, 7) : { day }
}

const dayCell = (text: string): Cell => ({ day: calendarDateOf(text) })

/** Formats of the standard that show days (ECMA-376 part 1, 18.8.30); 17 shows a month. */
const DAY_FORMATS = [14, 15, 16, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]

function stylesOf(xml: string): SheetContext['styles'] {
  const codes = new Map(
    elementsOf(xml, 'numFmt').map(({ get }) => [
      get('numFmtId'),
      decodeEntities(get('formatCode')),
    ]),
  )
  const [styles] = elementsOf(xml, 'cellXfs')
  return elementsOf(styles?.inner ?? '', 'xf').map(({ get }) => {
    const id = get('numFmtId')
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

interface Element {
  readonly get: (name: string) => string
  readonly inner: string
}

const patterns = new Map<string, RegExp>()

function patternOf(key: string, source: string): RegExp {
  const pattern = patterns.get(key) ?? new RegExp(source, 'gs')
  patterns.set(key, pattern)
  return pattern
}

/** Finds elements with any namespace prefix. */
function elementsOf(xml: string, name: string): Element[] {
  const source = `<(?:\\w+:)?${name}((?:\\s[^<>]*?)?)(?:/>|>(.*?)</(?:\\w+:)?${name}>)`
  return [...xml.matchAll(patternOf(name, source))].map(([, attributes = '', inner = '']) => ({
    inner,
    get: (attribute) => {
      const value = `\\s${attribute}\\s*=\\s*(["'])(.*?)\\1`
      return [...attributes.matchAll(patternOf(`@${attribute}`, value))][0]?.[2] ?? ''
    },
  }))
}

/** Leaves out `rPh`, the reading aids of Japanese. */
const textOf = (inner: string): string =>
  elementsOf(inner.replaceAll(patternOf('rPh', '<(?:\\w+:)?rPh[\\s>].*?</(?:\\w+:)?rPh>'), ''), 't')
    .map((element) => decodeEntities(element.inner))
    .join('')

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
