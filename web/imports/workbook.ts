import { unzipSync, type UnzipFileInfo } from 'fflate'
import { Parser } from 'htmlparser2'
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

/** Returns a reader of parts. It throws if they together are too large when unpacked. */
function partsOf(bytes: Uint8Array) {
  let left: number = IMPORT_BYTES.unpacked
  return (path: Pick<RegExp, 'test'>): Element => {
    let isFound = false
    const filter = ({ name, originalSize }: UnzipFileInfo) => {
      if (isFound || !path.test(name)) return false
      isFound = true
      left -= originalSize
      if (left < 0) throw new UnreadableFile('too large')
      return true
    }
    const [part] = Object.values(unzipSync(bytes, { filter }))
    return parseXml(part ? new TextDecoder().decode(part) : '')
  }
}

/** Other formats that are zip files, by a part of each. */
const OTHER_FORMATS: readonly (readonly [part: RegExp, reason: FileError])[] = [
  [/^content\.xml$/, 'OpenDocument'],
  [/^xl\/workbook\.bin$/i, 'binary workbook'],
  [/^Index(?:\.zip$|\/)/, 'Numbers'],
]

function findOtherFormat(bytes: Uint8Array): FileError | undefined {
  const names: string[] = []
  unzipSync(bytes, { filter: ({ name }) => (names.push(name), false) })
  return OTHER_FORMATS.find(([part]) => names.some((name) => part.test(name)))?.[1]
}

/** Reads one sheet of an XLSX file. Throws an `UnreadableFile`. */
export function readWorkbook(bytes: Uint8Array, wanted?: number): ReadFile {
  try {
    const part = partsOf(bytes)
    const workbook = part(/^xl\/workbook\d*\.xml$/i)
    const sheets = sheetsOf(workbook, part(/^xl\/_rels\/workbook\d*\.xml\.rels$/i))
    if (sheets.length === 0) throw new UnreadableFile(findOtherFormat(bytes) ?? 'empty')
    const context: SheetContext = {
      strings: elementsOf(part(/^xl\/sharedStrings\.xml$/i), 'si').map(textOf),
      styles: stylesOf(part(/^xl\/styles\.xml$/i)),
      isOf1904: elementsOf(workbook, 'workbookPr').some(({ attributes: { date1904 = '' } }) =>
        /^(?:1|true)$/i.test(date1904),
      ),
    }
    const read = (at: number): ReadFile => {
      const path = sheets[at]?.path.toLowerCase()
      const grid = readSheet(part({ test: (name) => name.toLowerCase() === path }), context)
      return { grid, sheets: sheets.map(({ name }) => name), sheet: at, delimiters: [] }
    }
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

/** The first hundred; hidden ones last. */
function sheetsOf(workbook: Element, relations: Element) {
  const paths = new Map(
    elementsOf(relations, 'Relationship').map(({ attributes: { Id, Target = '' } }) => [
      Id,
      Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`,
    ]),
  )
  return elementsOf(workbook, 'sheet')
    .map(({ attributes: { name = '', state = '', ...ids } }) => ({
      name,
      path: paths.get(ids[Object.keys(ids).find((key) => key.endsWith(':id')) ?? '']) ?? '',
      isHidden: /^(?:veryH|h)idden$/.test(state),
    }))
    .filter(({ path }) => !/chartsheet/i.test(path))
    .slice(0, 100)
    .sort((one, other) => Number(one.isHidden) - Number(other.isHidden))
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
function readSheet(sheet: Element, context: SheetContext): Grid {
  const rows: Cell[][] = []
  let row = -1
  for (const element of elementsOf(sheet, 'row')) {
    row = Number(element.attributes['r'] ?? row + 2) - 1
    let column = -1
    for (const cell of elementsOf(element, 'c')) {
      column = columnIn(cell.attributes['r'] ?? '') ?? column + 1
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
    elementsOf(sheet, 'mergeCell').map(({ attributes: { ref = '' } }) => ref),
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

function cellOf(cell: Element, context: SheetContext): Cell {
  const { t: type = '', s: style = '0' } = cell.attributes
  const text = elementsOf(cell, 'v')[0]?.text || textOf(cell)
  // A formula that was never calculated has no value.
  const isFormula = text === '' && type !== 'str' && elementsOf(cell, 'f').length > 0
  if (isFormula) return { error: '=?' }
  if (type === 's') return tidy(context.strings[Number(text)] ?? '')
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return { error: text }
  if (type === 'd') return isCalendarDate(text.slice(0, 10)) ? dayCell(text.slice(0, 10)) : text
  const number = Number(text)
  if (type !== '' && type !== 'n') return tidy(text)
  if (text.trim() === '' || Number.isNaN(number)) return tidy(text)
  const meaning = context.styles[Number(style)]
  if (meaning === 'percent') return `${Number((number * 100).toPrecision(15))}%`
  if (meaning === undefined || number < 1 || number > 400_000) return number
  const day = serialDay(number, context.isOf1904)
  // A cell that shows only a month holds its first day, which the author did not choose.
  return meaning === 'month' ? day.slice(0, 7) : { day }
}

const dayCell = (text: string): Cell => ({ day: calendarDateOf(text) })

/** Formats of the standard that show days (ECMA-376 part 1, 18.8.30); 17 shows a month. */
const DAY_FORMATS = [14, 15, 16, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]

function stylesOf(sheet: Element): SheetContext['styles'] {
  const codes = new Map(
    elementsOf(sheet, 'numFmt').map(({ attributes }) => [
      attributes['numFmtId'],
      attributes['formatCode'],
    ]),
  )
  const [formats] = elementsOf(sheet, 'cellXfs')
  return (formats?.children ?? []).map(({ attributes: { numFmtId: id = '' } }) => {
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
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Those of all cells, each with its value. */
const MOST_ELEMENTS = 2 * GRID_LIMITS.rows * GRID_LIMITS.columns
const MOST_DEPTH = 100

function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let left = MOST_ELEMENTS
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (--left < 0 || open.length > MOST_DEPTH) throw new UnreadableFile('too large')
        const element = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext: (text) => ((open.at(-1) ?? root).text += text),
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return root
}

const elementsOf = ({ children }: Element, name: string): Element[] =>
  children.flatMap((child) => (child.name === name ? child : elementsOf(child, name)))

/** Leaves out `rPh`, the reading aids of Japanese. */
const textOf = ({ name, children, text }: Element): string =>
  name === 't' ? text : name === 'rPh' ? '' : children.map(textOf).join('')
