/** A row of a pasted block or a file, with the line on which it begins. */
export interface TableRow {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * What a cell of a spreadsheet can hold once a library has read it; days come as instants at
 * midnight UTC.
 */
export type SheetCell = string | number | boolean | Date | null | undefined

/** What a table may hold: rows, cells of a row, characters of a cell. */
export const TABLE_LIMITS = { rows: 10_000, cells: 40, characters: 64 } as const

/** Bytes of rows as text, with what is said about them, and of a spreadsheet. */
export const IMPORT_BYTES = { text: 1_048_576, sheet: 2_097_152 } as const

/** Rows beside those with rates: titles, headings, remarks. */
export const MAX_ASIDE = 1000

/** How many sheets of a workbook are named. */
export const MAX_SHEETS = 100

/**
 * Thrown for a table beyond `TABLE_LIMITS`: which of them, and the line of the row that is beyond
 * it.
 */
export class TableError extends Error {
  readonly limit: keyof typeof TABLE_LIMITS
  readonly line: number
  constructor(limit: keyof typeof TABLE_LIMITS, line: number) {
    super(`Too many ${limit} in line ${line}`)
    this.limit = limit
    this.line = line
  }
}

/**
 * The rows of a block, one at a time: cells parted by tabs, else semicolons or commas; quoted cells
 * may hold line ends (RFC 4180). Empty lines are left out. Throws a TableError at a cell or row
 * that is too long; `keepLong` keeps long titles, to half a page.
 */
export function* readTable(text: string, { keepLong = false } = {}): Generator<TableRow> {
  const block = text.startsWith('\uFEFF') ? text.slice(1) : text
  const mark = delimiterOf(block)
  for (let at = 0, line = 1, empty = 0; at < block.length; line++) {
    const cells: string[] = []
    const begun = line
    let cell: Cell
    do {
      if (cells.length === TABLE_LIMITS.cells) throw new TableError('cells', begun)
      cell = readCell(block, at, mark)
      // What an unclosed quotation mark swallowed are rows that nobody would miss.
      if (isLong(cell.text) && (!keepLong || cell.isOpen)) throw new TableError('characters', begun)
      cells.push(cell.text.slice(0, MAX_REMARK))
      line += cell.lines
      at = cell.end + 1
    } while (block.charCodeAt(cell.end) === mark)
    if (block.charCodeAt(cell.end) === RETURN && block.charCodeAt(at) === LINE_FEED) at++
    if (cells.some((each) => each !== '')) yield { line: begun, cells }
    else if (++empty > TABLE_LIMITS.rows) throw new TableError('rows', begun)
  }
}

/** Characters of a long remark, and of a cell in quotation marks: less than a page. */
const MAX_REMARK = 2000

/** Whether a cell has more characters than the limit. */
export function isLong(cell: string): boolean {
  return cell.length > TABLE_LIMITS.characters
}

const [TAB, LINE_FEED, RETURN, COMMA, SEMICOLON, PIPE] = [9, 10, 13, 44, 59, 124] as const

interface Cell {
  /** Without the spaces around it. */
  readonly text: string
  readonly end: number
  /** Line ends within it. */
  readonly lines: number
  /** Whether its quotation mark is closed nowhere near. */
  readonly isOpen: boolean
}

function readCell(block: string, start: number, mark: number): Cell {
  const stop = unquotedEnd(block, start, mark)
  const bare = block.slice(start, stop).trim()
  if (!bare.startsWith('"')) return { text: bare, end: stop, lines: 0, isOpen: false }
  let text = ''
  let at = block.indexOf('"', start) + 1
  for (;;) {
    const close = block.indexOf('"', at)
    text += block.slice(at, close < 0 ? block.length : close)
    const isOpen = close < 0 || text.length > MAX_REMARK
    if (isOpen) return { text, end: block.length, lines: 0, isOpen }
    at = close + 1
    if (block[at] !== '"') break
    text += '"'
    at++
  }
  text = text.replace(/\r\n?/g, '\n')
  const end = unquotedEnd(block, at, mark)
  const lines = text.split('\n').length - 1
  return { text: (text + block.slice(at, end)).trim(), end, lines, isOpen: false }
}

function unquotedEnd(block: string, start: number, mark: number): number {
  for (let at = start; at < block.length; at++) {
    const code = block.charCodeAt(at)
    if (code === mark || code === LINE_FEED || code === RETURN) return at
  }
  return block.length
}

/** The cells of a sheet as text that `readTable` reads back to the same. */
export function tableText(rows: readonly (readonly SheetCell[])[]): string {
  return rows.map((cells) => cells.map(cellText).join('\t')).join('\n')
}

export function cellText(cell: SheetCell): string {
  if (cell === null || cell === undefined) return ''
  const text =
    cell instanceof Date
      ? momentText(cell)
      : String(typeof cell === 'number' ? asShown(cell) : cell)
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets calculate with 15 digits and store 17: 329.64 as 329.64000000000004. */
const asShown = (value: number) => Number(value.toPrecision(15))

/** A spreadsheet's moment has no zone; the library gives it as UTC. */
function momentText(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return ''
  // Half a second before midnight is midnight: sums of hours end there.
  const second = new Date(Math.round(moment.getTime() / 1000) * 1000)
  const [day = '', time = ''] = second.toISOString().split('T')
  return time === '00:00:00.000Z' ? day : `${day} ${time.slice(0, 8)}`
}

/** Characters of a block that are looked at for what parts its cells. */
const SAMPLE = 20_000

/**
 * The character that parts most of the first lines. Commas stand in titles and figures too, so
 * others need half as many lines.
 */
function delimiterOf(block: string): number {
  const lines = block.slice(0, SAMPLE).split(/[\r\n]+/, 40)
  const counts = [TAB, PIPE, SEMICOLON, COMMA].map((mark) => ({
    mark,
    lines: lines.filter((line) => line.includes(String.fromCharCode(mark))).length,
  }))
  const most = Math.max(...counts.map((each) => each.lines))
  return counts.find((each) => each.lines * 2 > most)?.mark ?? COMMA
}
