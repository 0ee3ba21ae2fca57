import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { ImportSubject } from '../database/tables/rates-tables.ts'
import type { Writer } from '../entries/record-manual-rate.ts'
import { ApiError } from '../errors.ts'

/** Who enters the rows of a batch; null: the operator. */
export interface BatchWriter {
  readonly userId: number | null
  readonly at: Date
}

/** Begins a batch, which one press undoes; gives its number. */
export async function beginBatch(
  trx: Transaction<Database>,
  subject: ImportSubject,
  { userId, at }: BatchWriter,
): Promise<number> {
  const { id } = await trx
    .insertInto('import_batch')
    .values({ subject, created_at: at, created_by: userId, undone_at: null, undone_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks a batch as undone. Throws 404 for one that is not there, 409 for one that was undone before. */
export async function endBatch(
  trx: Transaction<Database>,
  id: number,
  subject: ImportSubject,
  { userId, at }: Writer,
): Promise<{ readonly created_at: Date }> {
  const batch = await trx
    .selectFrom('import_batch')
    .select(['created_at', 'undone_at'])
    .where('id', '=', id)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!batch) throw new ApiError('not_found', 'There is no such import.')
  if (batch.undone_at !== null) throw new ApiError('conflict', 'This import has been undone already.')
  await trx
    .updateTable('import_batch')
    .set({ undone_at: at, undone_by: userId })
    .where('id', '=', id)
    .execute()
  return batch
}
