import type { PreviewBody } from '../../contract/imports/import-body.ts'
import type { ImportRow } from '../../contract/imports/imports.ts'
import type { Currency } from '../../domain/currency.ts'
import type { ReadImport } from '../../domain/import-rows.ts'
import { TABLE_LIMITS, TableError } from '../../domain/pasted-table.ts'
import type { RowStatus } from '../../domain/row-status.ts'
import type { OtherFact, RateFact, ReadChange } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { invalid } from '../errors.ts'
import type { RateDependencies } from '../deps.ts'
import { t } from '../../text/sentences.ts'

/** What became of an import's rows when it was undone; `left` were changed since. */
export interface UndoneRows {
  readonly removed: number
  readonly putBack: number
  readonly left: number
}

/** How many rows of an import are entered, and how. */
export interface RowCounts {
  readonly added: number
  readonly replaced: number
  readonly removed: number
}

/** Rows with their verdicts, and what is to be written where they are imported. */
export interface CheckedRows {
  readonly rows: readonly ImportRow[]
  /** Beside the rates of a table: how it was understood. */
  readonly read?: ReadImport
  /** The bank whose rates they are. */
  readonly publisher?: string
  /** The currencies that a schedule does not name. */
  readonly missing?: readonly Currency[]
  /** A change besides those of the rows, to be put back with them. */
  readonly beside?: Omit<OtherFact, 'group'>
  /** Whether `beside` is another than there is: then it is worth an import by itself. */
  readonly isBesideNew?: boolean
  readonly changeOf: (row: ImportRow) => RateFact | OtherFact
  /** What the audit entry says of the rows that are entered, and besides them. */
  readonly described: (
    rows: readonly ImportRow[],
    counts: RowCounts,
    leftOut: readonly ImportRow[],
  ) => string
  readonly texts?: { readonly source: string }
  readonly message: (counts: RowCounts) => string
}

/** One kind of row that can be imported: all that its import does otherwise than the others. */
export interface RowKind<Given extends PreviewBody> {
  readonly action: 'import exchange rates' | 'change bank holidays'
  readonly fact: 'rate' | 'bank holiday'
  /** Said where no row would change anything. */
  readonly unchanged: () => string
  /**
   * Reads the text, and gives what compares its rows with a database. Called before a transaction
   * begins: a silent connection is cut. Throws 400 for a text without rows or beyond
   * `TABLE_LIMITS`.
   */
  readonly read: (given: Given) => Promise<(db: Db, deps: RateDependencies) => Promise<CheckedRows>>
  /** Throws 409 where an import that is undone in part may only be undone whole. */
  readonly refuseLeft?: (db: Db, id: number) => Promise<void>
  /** What the audit entry says that undoes an import. */
  readonly undone: (
    id: number,
    undone: UndoneRows,
    changes: readonly ReadChange<'rate'>[],
  ) => string
}

/** Statuses of rows with which nothing is imported. */
const BLOCKING: readonly RowStatus[] = ['outside window', 'ambiguous', 'wrong']
/** Statuses of rows that look wrong. */
const WARNED: readonly RowStatus[] = ['suspicious', 'holiday']

type Checked = Pick<ImportRow, 'verdict' | 'rate' | 'replaces'>

export const isBlocking = ({ verdict }: Checked): boolean => BLOCKING.includes(verdict)
export const isWarned = ({ verdict }: Checked): boolean => WARNED.includes(verdict)
export const isUnchanged = ({ verdict, rate, replaces }: Checked): boolean =>
  verdict === 'same' || (replaces !== null && replaces === rate)
export const isChange = (row: Checked): boolean =>
  row.verdict !== 'left out' && !isBlocking(row) && !isUnchanged(row)

/** The rows with those left out that would be imported and are not among the accepted ones. */
export function withoutUnaccepted(
  rows: readonly ImportRow[],
  accepted: readonly number[] | undefined,
): readonly ImportRow[] {
  if (accepted === undefined) return rows
  const kept = new Set(accepted)
  return rows.map((each) =>
    isChange(each) && !kept.has(each.row) ? { ...each, verdict: 'left out' } : each,
  )
}

/**
 * The rows that cannot be imported; none where `leaveOut` says how many they are.
 */
export function blockingRows(rows: readonly ImportRow[], leaveOut = 0): readonly ImportRow[] {
  const blocking = rows.filter(isBlocking)
  return blocking.length === leaveOut ? [] : blocking
}

/** Whether the import would be accepted. */
export function isImportable(checked: CheckedRows, leaveOut: number | undefined): boolean {
  const { rows, read, isBesideNew = false } = checked
  return (
    (read?.asked ?? []).length === 0 &&
    (isBesideNew || rows.some(isChange)) &&
    blockingRows(rows, leaveOut).length === 0
  )
}

/** What a table has too much of: in which line, and how many of them there may be. */
interface TooMuch {
  readonly limit: TableError['limit']
  readonly line: number
  readonly most: number
}

/** Throws what reading a table threw: 400 with a sentence for one beyond `TABLE_LIMITS`. */
export function refuseTable(
  error: unknown,
  sentence: (places: TooMuch) => string = t.importsText.beyondLimit,
): never {
  if (!(error instanceof TableError)) throw error
  const { limit, line } = error
  throw invalid({ text: [sentence({ limit, line, most: TABLE_LIMITS[limit] })] })
}

/** Gives rows their numbers, from 1, in the order of their lines. */
export function numbered(rows: readonly Omit<ImportRow, 'row'>[]): ImportRow[] {
  return rows
    .toSorted((one, other) => one.line - other.line)
    .map((each, index) => ({ row: index + 1, ...each }))
}
