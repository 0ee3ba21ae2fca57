/**
 * One line of CSV (RFC 4180). Null is an empty cell, an empty text is `""`. A text that a spreadsheet would run as a
 * formula gets an apostrophe in front (OWASP, CSV Injection); so does one that begins with apostrophes before such a
 * sign, which makes it possible to take exactly that apostrophe off again.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return text === '' || /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text that a cell was made of. */
export function undefused(cell: string): string {
  return /^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell
}

/** Reads CSV as it comes in, record by record; a cell that is empty and not quoted is null. */
export class CsvReader {
  private record: (string | null)[] = []
  private cell = ''
  private wasQuoted = false
  private state: 'plain' | 'quoted' | 'quote in quoted' = 'plain'

  private endCell(): void {
    this.record.push(this.cell === '' && !this.wasQuoted ? null : this.cell)
    this.cell = ''
    this.wasQuoted = false
  }

  private endRecord(): (string | null)[] {
    this.endCell()
    const record = this.record
    this.record = []
    return record
  }

  /** The records that end in this piece. */
  *add(piece: string): Generator<(string | null)[]> {
    const special = /[",\r\n]/g
    for (let at = 0; at < piece.length; at++) {
      if (this.state === 'quoted') {
        const quote = piece.indexOf('"', at)
        this.cell += quote < 0 ? piece.slice(at) : piece.slice(at, quote)
        if (quote < 0) return
        this.state = 'quote in quoted'
        at = quote
        continue
      }
      special.lastIndex = at
      const end = special.exec(piece)?.index ?? piece.length
      if (end > at) this.state = 'plain'
      this.cell += piece.slice(at, end)
      at = end
      const mark = piece[end]
      if (mark === '"') {
        if (this.state === 'quote in quoted') this.cell += '"'
        this.state = 'quoted'
        this.wasQuoted = true
      } else if (mark !== undefined) {
        this.state = 'plain'
        if (mark === ',') this.endCell()
        if (mark === '\n') yield this.endRecord()
      }
    }
  }
}
