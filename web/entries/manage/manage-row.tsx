import type { ReactNode } from 'react'
import type { ManualRate } from '../../../contract/entries.ts'
import { unitsName } from '../../../text/names.ts'
import { formatDay, formatRecent, t } from '../../../text/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Cell } from '../../ui/list/table.tsx'
import { useToday } from '../../page-context.ts'
import { useAction } from '../../ui/use-action.ts'
import type { Changes } from '../../ui/list/use-changes.ts'
import { EntryKind } from '../entry-kind.tsx'
import { entryName, entryRate } from '../entry-name.ts'
import { restoreRate } from './manage-delete.tsx'
import styles from './manage-list.module.css'

interface ManageRowProps {
  readonly rate: ManualRate
  readonly isNew: boolean
  readonly selected: boolean
  readonly onSelect: (on: boolean) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** One entry, with what can be done about it. */
export function ManageRow({ rate, isNew, selected, onSelect, onEdit, onDelete }: ManageRowProps) {
  const what = entryName(rate)
  const box = (
    <input
      type="checkbox"
      aria-label={t.selection.select({ what })}
      checked={selected}
      onChange={({ target }) => onSelect(target.checked)}
    />
  )
  return (
    <EntryRow rate={rate} isNew={isNew} before={box} by={enteredBy(rate)} at={rate.updated_at}>
      <Button kind="link" onClick={onEdit}>
        {t.manage.edit}
        <span className="visually-hidden"> {what}</span>
      </Button>
      <Button kind="link" onClick={onDelete}>
        {t.manage.delete}
        <span className="visually-hidden"> {what}</span>
      </Button>
    </EntryRow>
  )
}

/** Who entered a rate and, where it was changed or restored since, who did that last. */
function enteredBy({ created_at, created_by, updated_at, updated_by }: ManualRate): string {
  return created_at === updated_at && created_by === updated_by
    ? created_by
    : t.manage.changedBy({ user: created_by, changer: updated_by })
}

interface DeletedRowProps {
  readonly rate: ManualRate
  readonly changes: Changes
}

/** A deleted entry: it can be brought back. */
export function DeletedRow({ rate, changes }: DeletedRowProps) {
  const restoring = useAction(() => restoreRate(rate, changes))
  return (
    <EntryRow rate={rate} by={rate.deleted_by} at={rate.deleted_at}>
      <Button kind="link" busy={restoring.busy} onClick={() => void restoring.run()}>
        {t.manage.restore}
        <span className="visually-hidden"> {entryName(rate)}</span>
      </Button>
    </EntryRow>
  )
}

interface EntryRowProps {
  readonly rate: ManualRate
  readonly isNew?: boolean
  /** Before the day. */
  readonly before?: ReactNode
  /** Who changed or deleted it last. */
  readonly by: string | null
  readonly at: string | null
  readonly children: ReactNode
}

function EntryRow({ rate, isNew = false, before, by, at, children }: EntryRowProps) {
  const today = useToday()
  const Day = before ? 'label' : 'span'
  return (
    <tr role="row" data-row={rate.id} className={isNew ? styles['new'] : undefined}>
      <Cell role="cell">
        <Day className={classNames('tick unbroken', styles['day'])}>
          {before}
          <time dateTime={rate.date}>{formatDay(rate.date)}</time>
        </Day>
      </Cell>
      <Cell role="cell">
        <strong>{unitsName(rate.base_currency)}</strong>
        <EntryKind rate={rate} />
      </Cell>
      <Cell role="cell" numeric>
        <strong>{entryRate(rate)}</strong>
      </Cell>
      <td role="cell" className={classNames('fine-print breakable', styles['by'])}>
        {by}
        {at !== null && <time dateTime={at}>, {formatRecent(at, today)}</time>}
      </td>
      <Cell role="cell">
        <div className="buttons">{children}</div>
      </Cell>
    </tr>
  )
}
