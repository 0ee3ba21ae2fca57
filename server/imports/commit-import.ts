import { sql } from 'kysely'
import type { ImportBody } from '../../contract/imports/import-body.ts'
import type { ImportRow } from '../../contract/imports/imports.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import {
  newestVersion,
  readChanges,
  recordChanges,
  undoChanges,
} from '../audit-log/record-changes.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError, invalid, namedFields } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import {
  blockingRows,
  isBlocking,
  isChange,
  isUnchanged,
  isWarned,
  withoutUnaccepted,
  type CheckedRows,
  type UndoneRows,
} from './row-kind.ts'
import { ROW_KINDS } from './row-kinds.ts'
import { t } from '../../text/sentences.ts'

/**
 * Writes all rows of an import with one audit entry, under the lock in which they were checked.
 * Throws 400, naming the lines, where one cannot be entered.
 */
export async function commitImport(
  trx: Transaction,
  checked: CheckedRows,
  { subject = 'rates', accepted, leave_out, reason = '' }: ImportBody,
  writer: Act,
) {
  const { action, unchanged } = ROW_KINDS[subject]
  const asked = checked.read?.asked ?? []
  if (asked.length > 0)
    throw invalid({
      quotes: [t.rateImportText.question({ headings: asked.slice(0, 4).join(', ') })],
    })
  const rows = withoutUnaccepted(checked.rows, accepted)
  refuseBlocked(blockingRows(rows, leave_out), rows.length)
  const changing = rows.filter(isChange)
  if (changing.length === 0 && !checked.isBesideNew) throw invalid({ text: [unchanged()] })
  await writeRows(trx, checked, changing)
  const counts = countsOf(changing)
  const leftOut = rows.filter((row) => isBlocking(row) || row.verdict === 'left out')
  const id = await recordAuditEntry(
    trx,
    writer,
    action,
    checked.described(changing, counts, leftOut),
    {
      metadata: {
        import: subject,
        ...(leftOut.length > 0 && {
          left_out: { rows: leftOut.length, lines: linesOf(leftOut).slice(0, MAX_LINES) },
        }),
        // The changes of the rows stand behind the one beside them.
        ...remarksOn(changing, checked.beside ? 1 : 0),
      },
      content: { ...checked.texts, reason: reason.trim() },
    },
  )
  const { added, replaced, removed } = counts
  return {
    message: checked.message(counts),
    data: {
      id,
      added,
      replaced,
      ...(subject === 'bank holidays' && { removed }),
      unchanged: rows.filter((row) => row.verdict !== 'left out' && isUnchanged(row)).length,
      warned: changing.filter(isWarned).length,
    },
  }
}

async function writeRows(trx: Transaction, checked: CheckedRows, changing: readonly ImportRow[]) {
  const changes = changing.map(checked.changeOf)
  if (!checked.beside) return recordChanges(trx, changes)
  // What is put back together is numbered by its first version.
  const group = (await newestVersion(trx)) + 1
  return recordChanges(
    trx,
    [checked.beside, ...changes].map((each) => ({ ...each, group })),
  )
}

function countsOf(changing: readonly ImportRow[]) {
  const removed = changing.filter(({ verdict }) => verdict === 'removes').length
  const replaced = changing.filter(({ replaces }) => replaces !== null).length - removed
  return { added: changing.length - replaced - removed, replaced, removed }
}

/** Lines of rows that were left out, as far as an entry names them. */
const MAX_LINES = 100

function linesOf(rows: readonly ImportRow[]): readonly number[] {
  return [...new Set(rows.map(({ line }) => line))]
}

/** What is said of rows beside their values, by their place among the changes of the entry. */
function remarksOn(rows: readonly ImportRow[], first: number) {
  const remarks = rows.flatMap(({ rounded_from, warnings }, index) =>
    rounded_from === undefined && warnings.length === 0
      ? []
      : [
          [
            index + first,
            {
              ...(rounded_from !== undefined && { rounded_from }),
              ...(warnings.length > 0 && { warnings }),
            },
          ] as const,
        ],
  )
  return remarks.length > 0 && { remarks: Object.fromEntries(remarks) }
}

function refuseBlocked(rows: readonly ImportRow[], total: number): void {
  if (rows.length === 0) return
  const fields = namedFields(rows.map(({ line, sentence }) => [`line ${line}`, sentence] as const))
  throw new ApiError('invalid', t.importsText.blocked({ blocking: rows.length, rows: total }), {
    fields,
  })
}

/**
 * Undoes an import, but for what was changed since. Throws 404 for an unknown one, 409 for one
 * undone already or that must be undone whole.
 */
export async function undoImport(trx: Transaction, id: number, writer: Act): Promise<UndoneRows> {
  const found = await trx
    .selectFrom('audit_entry as e')
    .leftJoin('undo as u', 'u.undone', 'e.id')
    .select([
      'u.version',
      'e.actor',
      sql<string | null>`e.metadata::json ->> 'import'`.as('subject'),
    ])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!found || !isSubject(found.subject)) throw new ApiError('not_found', t.importsText.none)
  if (found.actor === 'operator' && writer.actor.name !== 'operator')
    throw new ApiError('forbidden', t.importsText.ofOperator)
  if (found.version !== null) throw new ApiError('conflict', t.importsText.undoneAlready)
  const kind = ROW_KINDS[found.subject]
  const { left, ...range } = await undoChanges(trx, [id])
  if (left > 0) await kind.refuseLeft?.(trx, id)
  const changes = await readChanges(trx, range, kind.fact as 'rate')
  const removed = changes.filter(({ to }) => to === null).length
  const undone = { removed, putBack: changes.length - removed, left }
  await recordAuditEntry(trx, writer, kind.action, kind.undone(id, undone, changes), {
    metadata: { import: id, undone: true, left },
  })
  return undone
}

const isSubject = (name: string | null): name is ImportSubject =>
  name !== null && Object.hasOwn(ROW_KINDS, name)
