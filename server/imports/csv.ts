import { safeParse, type core } from 'zod/mini'
import { CSV_COLUMNS, FIRST_ROWS, ownFileOf } from '../../domain/imports/own-files.ts'
import { MAX_LINES } from '../../domain/imports/table.ts'
import { t } from '../../text/sentences.ts'
import { invalid, namedFields } from '../errors.ts'
import { inSlices } from '../event-loop.ts'
import { wrongFields } from '../http/serve.ts'

const ACCEPT = 'accept'

/** Returns the columns of a header as long as this one; `accept` may be its last. */
function columnsFor(header: readonly string[]): readonly string[] {
  return header.at(-1) === ACCEPT
    ? [...CSV_COLUMNS.slice(0, header.length - 1), ACCEPT]
    : CSV_COLUMNS.slice(0, header.length)
}

/**
 * Reads the header `date,currency,rate`, perhaps with `kind`, `publisher`, `units` and `accept`
 * behind it. Throws 400 for another header, another number of values or more than `most` rows.
 */
export function readCsv(text: string, most = MAX_LINES): object[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const header = cellsOf(lines[0] ?? '')
  const columns = columnsFor(header)
  const isHeader = columns.includes('rate') && header.join() === columns.join()
  if (!isHeader) {
    const own = ownFileOf({ rows: lines.slice(0, FIRST_ROWS).map(cellsOf) })
    const isHistory = header[0] === 'Date'
    const sentence = own ? t.ownFiles[own] : isHistory ? t.ownFiles.history : t.csvText.heading
    throw invalid({ 'line 1': [sentence] })
  }
  const rows: object[] = []
  const wrong: [field: string, sentence: string][] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const cells = cellsOf(line)
    if (cells.length === header.length) rows.push(rowOf(columns, cells, index + 1))
    else {
      const counts = { count: cells.length, columns: header.length }
      wrong.push([`line ${index + 1}`, t.csvText.columns(counts)])
    }
  }
  if (rows.length > most) throw invalid({ rows: [t.csvText.tooManyRows({ most })] })
  if (wrong.length > 0) throw invalid(namedFields(wrong))
  if (rows.length === 0) throw invalid({ rows: [t.importsText.noRows] })
  return rows
}

/** No value of these columns needs a quotation mark or a comma. */
const cellsOf = (line: string) =>
  line.split(',').map((cell) => cell.trim().replace(/^"([^"]*)"$/, '$1'))

const isNumber = (text: string) => /^\d{1,15}(?:\.\d{1,12})?$/.test(text)

function rowOf(columns: readonly string[], cells: readonly string[], line: number): object {
  const fields = cells.flatMap((cell, at): [string, string | number | string[]][] => {
    const name = columns[at] ?? ''
    if (cell === '' && at > 2) return []
    if (name === ACCEPT) return [[name, cell.split(';').map((code) => code.trim())]]
    return [[name, (name === 'rate' || name === 'units') && isNumber(cell) ? Number(cell) : cell]]
  })
  return { line, ...Object.fromEntries<string | number | string[]>(fields) }
}

/**
 * Checks rows in slices, so that other requests are not kept waiting. Throws 400 with each wrong
 * field, named by its row or, of a CSV, by line and column.
 */
export async function checkedRows<Row extends core.$ZodType>(
  rows: readonly unknown[],
  schema: Row,
  isCsv = false,
): Promise<core.output<Row>[]> {
  const checked: core.output<Row>[] = []
  const wrong: [field: string, sentence: string][] = []
  await inSlices(rows.entries(), ([index, row]: [number, unknown]) => {
    const result = safeParse(schema, row)
    if (result.success) {
      checked.push(result.data)
      return
    }
    const place = isCsv ? `line ${(row as { line: number }).line}, ` : `rows.${index}.`
    for (const [field, sentence] of wrongFields(result.error.issues))
      wrong.push([`${place}${field}`, sentence])
  })
  if (wrong.length > 0) throw invalid(namedFields(wrong))
  return checked
}
