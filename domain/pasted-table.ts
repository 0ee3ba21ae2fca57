/** A row of a pasted block or a file, with the line on which it begins. */
export interface TableRow {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** What a cell of a spreadsheet can hold once a library has read it; days come as instants at midnight UTC. */
export type SheetCell = string | number | boolean | Date | null | undefined

/**
 * The rows of a block: cells parted by tabs, as spreadsheets copy them, else by semicolons or commas; a cell may stand in
 * quotation marks (RFC 4180), with line ends in it. Empty lines are left out, and spaces around cells.
 */
export function readTable(text: string): TableRow[] {
  const block = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const mark = delimiterOf(block)
  const rows: TableRow[] = []
  let [line, begun, cell, quoted] = [1, 1, '', false]
  let cells: string[] = []
  const endRow = () => {
    const trimmed = [...cells, cell].map((each) => each.trim())
    if (trimmed.some((each) => each !== '')) rows.push({ line: begun, cells: trimmed })
    cells = []
    cell = ''
    begun = line
  }
  for (let at = 0; at < block.length; at++) {
    const sign = block[at] ?? ''
    if (sign === '\n') line++
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (block[at + 1] === '"') cell += block[++at] ?? ''
      else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === mark) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else cell += sign
  }
  endRow()
  return rows
}

/** The cells of a sheet as text that `readTable` reads back to the same: days as `YYYY-MM-DD`, parted by tabs. */
export function tableText(rows: readonly (readonly SheetCell[])[]): string {
  return rows.map((cells) => cells.map(cellText).join('\t')).join('\n')
}

function cellText(cell: SheetCell): string {
  if (cell === null || cell === undefined) return ''
  // A spreadsheet's day has no zone; the library gives it as midnight UTC, so the day is the text before the T.
  const text = cell instanceof Date ? cell.toISOString().replace(/T00:00:00\.000Z$/, '') : String(cell)
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What parts the cells, judged by the first line that has any of the three. */
function delimiterOf(block: string): string {
  const line = block.split('\n').find((each) => /[\t;,]/.test(each)) ?? ''
  return line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
}
