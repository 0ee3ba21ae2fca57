import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CSV_TYPE, XLSX_TYPE } from '../../contract/endpoint.ts'
import type { SheetColumn } from '../../contract/rate-check.ts'
import { inSlices } from '../event-loop.ts'
import type { SignedIn } from '../identity/actor.ts'
import { basisNote, nameBasis, type Basis } from '../policies/decision.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { renderInTurn } from '../rates/downloads.ts'
import { spreadsheetCsv, type Spreadsheet, type SpreadsheetColumn } from '../text/spreadsheet.ts'
import { t } from '../../text/sentences.ts'
import { dataWithRows } from './routes.ts'

interface SheetResult {
  readonly basis: Basis
  /** Rows of the sheet that the file does not have. */
  readonly leftOut: number | undefined
  readonly rows: readonly object[]
  /** Stands beside the rows in JSON. */
  readonly rest: object
  /** Without its ending. */
  readonly fileName: string
  readonly toSpreadsheet: (note: string) => Promise<Spreadsheet>
}

interface SheetCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signedIn: SignedIn
}

/** Sends JSON in pieces, or a file if `Accept` names its type. Throws 503 if too many wait. */
export async function sendSheetResult(
  { request, reply, signedIn }: SheetCall,
  { config }: Pick<RateContext, 'config'>,
  { basis, leftOut = 0, rows, rest, fileName, toSpreadsheet }: SheetResult,
): Promise<Readable> {
  nameBasis(reply, basis)
  const note = basisNote(basis, config.publicUrl)
  const missing = leftOut > 0 ? ` ${t.rateCheck.notInFile({ count: leftOut })}` : ''
  const make = () => toSpreadsheet(note + missing)
  const accept = request.headers.accept ?? ''
  void reply.header('vary', 'accept')
  const file = (type: string, ending: string) =>
    reply.type(type).header('content-disposition', `attachment; filename="${fileName}.${ending}"`)
  if (accept.includes(XLSX_TYPE)) {
    const bytes = await renderInTurn({ name: `user ${signedIn.user.id}` }, make)
    file(XLSX_TYPE, 'xlsx')
    return Readable.from([bytes])
  }
  if (accept.includes(CSV_TYPE)) {
    file(`${CSV_TYPE}; charset=utf-8`, 'csv')
    return Readable.from([spreadsheetCsv(await make())])
  }
  void reply.type('application/json; charset=utf-8')
  return Readable.from(dataWithRows(rows, rest), { highWaterMark: 2 })
}

export interface FileColumn<Row> extends SpreadsheetColumn {
  readonly of: (row: Row) => string | number | null
}

/** Used columns in the order of the sheet come first; columns that no row has are left out. */
export async function fillSpreadsheet<Row>(
  rows: readonly Row[],
  {
    name,
    note,
    given,
    order,
    found,
  }: {
    readonly name: string
    readonly note: string
    readonly given: Readonly<Partial<Record<SheetColumn, FileColumn<Row>>>>
    readonly order: readonly SheetColumn[] | undefined
    readonly found: readonly FileColumn<Row>[]
  },
): Promise<Spreadsheet> {
  const first = new Set([...(order ?? []), ...(Object.keys(given) as SheetColumn[])])
  const ofSheet = [...first].flatMap((each) => {
    const column = given[each]
    return column && rows.some((row) => column.of(row) !== null) ? column : []
  })
  const columns = [...ofSheet, ...found]
  const lines: (string | number | null)[][] = []
  await inSlices(rows, (row) => lines.push(columns.map(({ of }) => of(row))))
  // The thread that writes the file takes no functions.
  const plain = columns.map(({ heading, width, type }) => ({ heading, width, type }))
  return { name, note, columns: plain, rows: lines }
}

type Kept<Row> = Omit<FileColumn<Row>, 'heading'>
const column = (width: number, type: SpreadsheetColumn['type']) => {
  return <Row>(of: FileColumn<Row>['of'], wide = width): Kept<Row> => ({ width: wide, type, of })
}
/** Columns of a file: `{ heading, ...rate((row) => row.rate) }`. */
export const fileColumn = {
  text: column(12, 'text'),
  day: column(12, 'day'),
  rate: column(14, 'rate'),
  money: column(18, 'money'),
}
