import { sql } from 'kysely'
import type { CustomsSchedule } from '../../contract/rates/rate-history.ts'
import type { ImportBody, ImportRow } from '../../contract/imports.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { IMPORT_SUBJECTS, type ImportSubject } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import {
  newestVersion,
  readChanges,
  RECORDED_CHANGES,
  recordChanges,
  undoChanges,
} from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, invalid, namedFields } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import { CUSTOMS_ROWS } from './customs-weeks.ts'
import { HOLIDAY_ROWS } from './holidays.ts'
import { RATE_ROWS } from './rates.ts'
import type { CheckedRows, RowKind, UndoneRows } from './row-kind.ts'

const ROW_KINDS = {
  rates: RATE_ROWS,
  'customs rates': CUSTOMS_ROWS,
  'bank holidays': HOLIDAY_ROWS,
} as const satisfies Record<ImportSubject, unknown>

/** The contract has checked that the body is of this kind. */
export function kindOfRows({
  subject = 'rates',
}: Pick<ImportBody, 'subject'>): RowKind<ImportBody> {
  return ROW_KINDS[subject] as RowKind<never> as RowKind<ImportBody>
}

const isChange = ({ state, rate, replaces }: ImportRow) =>
  !['wrong', 'unchanged'].includes(state) && (replaces === null || replaces !== rate)

export const isImportable = ({ rows, isScheduleNew = false }: CheckedRows): boolean =>
  (isScheduleNew || rows.some(isChange)) && !rows.some(({ state }) => state === 'wrong')

/** Writes all rows with one audit entry. Throws 400 with a sentence for each wrong row. */
export async function commitImport(
  trx: Transaction,
  checked: CheckedRows,
  { subject = 'rates', reason = '', left_out: leftOut = 0 }: ImportBody,
  writer: Act,
) {
  const { action, unchanged } = ROW_KINDS[subject]
  const { rows } = checked
  const wrong = rows.filter(({ state }) => state === 'wrong')
  if (wrong.length > 0) {
    const sentences = wrong.map(({ line, sentence }) => [`line ${line}`, sentence] as const)
    throw new ApiError(
      'invalid',
      t.importsText.blocked({ blocking: wrong.length, rows: rows.length }),
      { fields: namedFields(sentences) },
    )
  }
  const changing = rows.filter(isChange)
  if (changing.length === 0 && !checked.isScheduleNew) throw invalid({ rows: [unchanged()] })
  await writeRows(trx, checked, changing)
  const counts = countsOf(changing)
  // The schedule's change comes first.
  const remarks = remarksOn(changing, checked.schedule ? 1 : 0)
  const id = await recordAuditEntry(
    trx,
    writer,
    action,
    checked.described(changing, counts, leftOut),
    {
      metadata: {
        import: subject,
        ...(leftOut > 0 && { left_out: { rows: leftOut } }),
        ...(remarks.length > 0 && { remarks: Object.fromEntries(remarks) }),
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
      unchanged: rows.length - changing.length,
      doubtful: changing.filter(({ state }) => state === 'doubtful').length,
    },
  }
}

async function writeRows(trx: Transaction, checked: CheckedRows, changing: readonly ImportRow[]) {
  const changes = changing.map(checked.changeOf)
  if (!checked.schedule) return recordChanges(trx, changes)
  const group = (await newestVersion(trx)) + 1
  return recordChanges(
    trx,
    [checked.schedule, ...changes].map((each) => ({ ...each, group })),
  )
}

function countsOf(changing: readonly ImportRow[]) {
  const removed = changing.filter(({ state }) => state === 'removes').length
  const replaced = changing.filter(({ replaces }) => replaces !== null).length - removed
  return { added: changing.length - replaced - removed, replaced, removed }
}

/** Warnings by the index of the row's change in the entry. */
const remarksOn = (rows: readonly ImportRow[], first: number) =>
  rows.flatMap(({ warnings }, index) =>
    warnings.length === 0 ? [] : [[index + first, { warnings }] as const],
  )

/**
 * Undoes an import, except for what was changed since. Throws 404, or 409 if it is undone already
 * or must be undone whole.
 */
export async function undoImport(trx: Transaction, id: number, writer: Act): Promise<UndoneRows> {
  const { rows } = await sql<{
    version: number | null
    actor: 'user' | 'operator' | 'system'
    subject: string | null
  }>`
    SELECT u.version, e.actor, e.metadata::json ->> 'import' AS subject
    FROM public.audit_entry e LEFT JOIN public.undo u ON u.undone = e.id
    WHERE e.id = ${id}`.execute(trx)
  const found = rows[0]
  const subject = IMPORT_SUBJECTS.find((each) => each === found?.subject)
  if (!found || !subject) throw new ApiError('not_found', t.importsText.none)
  if (found.actor === 'operator' && writer.actor.name !== 'operator')
    throw new ApiError('forbidden', t.importsText.ofOperator)
  if (found.version !== null) throw new ApiError('conflict', t.importsText.undoneAlready)
  const kind = kindOfRows({ subject })
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

const MAX_LISTED = 20

interface ListedImport extends Partial<Omit<CustomsSchedule, 'first_day' | 'last_day'>> {
  readonly id: number
  readonly created_at: Date
  readonly created_by: string
  readonly rows: number
  readonly first_day: CalendarDate | null
  readonly last_day: CalendarDate | null
  readonly undone_at: Date | null
  readonly undone_by: string | null
}

export async function readImports(db: Db, subject: ImportSubject): Promise<ListedImport[]> {
  const { action, fact } = ROW_KINDS[subject]
  const { rows } = await sql<ListedImport & { schedule: CustomsSchedule | null }>`
    SELECT e.id, e.created_at, undone.created_at AS undone_at,
      coalesce(creator.name, 'Operator') AS created_by,
      CASE WHEN undone.version IS NOT NULL THEN coalesce(undoer.name, 'Operator') END AS undone_by,
      brought.*,
      (SELECT c.fact::jsonb || jsonb_build_object('first_day', c.date)
        FROM public.change c WHERE c.version = e.first_change AND c.subject = 'customs schedule') AS
        schedule
    FROM public.audit_entry e
      CROSS JOIN LATERAL (SELECT count(*) AS rows, min(c.date) AS first_day,
        max(c.date) AS last_day FROM public.change c WHERE c.subject = ${fact}
        AND c.version BETWEEN e.first_change AND e.last_change) brought
      LEFT JOIN LATERAL (SELECT act.* FROM public.undo JOIN ${RECORDED_CHANGES} act USING (version)
        WHERE undo.undone = e.id LIMIT 1) undone ON true
      LEFT JOIN public.app_user creator ON creator.id = e.user_id
      LEFT JOIN public.app_user undoer ON undoer.id = undone.user_id
    WHERE e.action = ${action} AND e.metadata::json ->> 'import' = ${subject}
    ORDER BY e.id DESC LIMIT ${sql.lit(MAX_LISTED)}`.execute(db)
  return rows.map(({ schedule, ...each }) => ({ ...each, ...schedule }))
}
