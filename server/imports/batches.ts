import type { Transaction } from '../database/schema.ts'
import type { ImportSubject } from '../database/rates-tables.ts'
import type { Act } from '../identity/actor.ts'
import type { HolidayRowStatus, RowStatus } from '../../domain/row-status.ts'
import { TableError } from '../../domain/pasted-table.ts'
import { ApiError, invalid, namedFields } from '../errors.ts'
import { importsText } from '../text/en/imports.ts'

/** What became of a batch's rows when it was undone; `left` were changed since. */
export interface UndoneRows {
  readonly removed: number
  readonly putBack: number
  readonly left: number
}

/** Begins a batch, which one press undoes; gives its number. */
export async function beginBatch(trx: Transaction, subject: ImportSubject, { actor: { userId }, at }: Act) {
  const { id } = await trx
    .insertInto('import_batch')
    .values({ subject, created_at: at, created_by: userId, undone_at: null, undone_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks a batch as undone. Throws 404 for one that is not there, 409 for one that was undone before. */
export async function endBatch(
  trx: Transaction,
  id: number,
  subject: ImportSubject,
  { actor: { userId }, at }: Act,
) {
  const batch = await trx
    .selectFrom('import_batch')
    .select(['created_at', 'undone_at'])
    .where('id', '=', id)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!batch) throw new ApiError('not_found', importsText.none)
  if (batch.undone_at !== null) throw new ApiError('conflict', importsText.undoneAlready)
  await trx
    .updateTable('import_batch')
    .set({ undone_at: at, undone_by: userId })
    .where('id', '=', id)
    .execute()
  return batch
}

/** What an undone batch is answered with. */
export function undoneResponse({ removed, putBack, left }: UndoneRows) {
  return { message: importsText.undone(removed, putBack, left), data: { removed, put_back: putBack, left } }
}

/** Statuses of rows with which nothing is imported. */
const BLOCKING: readonly RowStatus[] = ['outside window', 'ambiguous', 'wrong']

type Checked = { readonly verdict: RowStatus | HolidayRowStatus }

export const isBlocking = ({ verdict }: Checked): boolean => BLOCKING.some((each) => each === verdict)
export const isChange = (row: Checked): boolean => row.verdict !== 'same' && !isBlocking(row)

/** Throws what reading a table threw: 400 with a sentence for one beyond `TABLE_LIMITS`. */
export function refuseTable(
  error: unknown,
  sentence: (limit: TableError['limit'], line: number) => string,
): never {
  throw error instanceof TableError ? invalid({ text: [sentence(error.limit, error.line)] }) : error
}

/** How many rows of a preview have each verdict. */
export function countVerdicts(rows: readonly { readonly verdict: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { verdict } of rows) counts[verdict] = (counts[verdict] ?? 0) + 1
  return counts
}

/** A row that cannot be imported, and why, to a user. */
interface BlockingRow {
  readonly line: number
  readonly sentence: string
}

/** Throws 400 that names the lines of `rows` that cannot be imported, of `total`; nothing where there is none. */
export function refuseBlocked(rows: readonly BlockingRow[], total: number): void {
  if (rows.length === 0) return
  const fields = namedFields(rows.map(({ line, sentence }) => [`line ${line}`, sentence] as const))
  throw new ApiError('invalid', importsText.blocked(rows.length, total), { fields })
}
