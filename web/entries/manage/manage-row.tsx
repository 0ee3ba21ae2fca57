import { useRef, type ReactNode } from 'react'
import type { ManualRate } from '../../../contract/schema/entries.schema.ts'
import { formatDay } from '../../../text/en/days.ts'
import { manageText, selectionText } from '../../text/en/work/entries.ts'
import { Button } from '../../ui/button.tsx'
import { ColomboTime } from '../../ui/colombo-time.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Changes } from '../../ui/list/use-changes.ts'
import { EntryKind } from '../entry-kind.tsx'
import { entryName, entryRate } from '../entry-name.ts'
import { focusListHeading } from '../../ui/list/list-card.tsx'
import { restoreRate } from './manage-delete.tsx'
import { RateEditor } from './rate-editor.tsx'
import styles from './manage-list.module.css'

interface RowProps {
  readonly rate: ManualRate
  readonly changes: Changes
}

interface ManageRowProps extends RowProps {
  /** The entry as it was when its editing began; undefined while it is not edited. */
  readonly seen: ManualRate | undefined
  readonly selected: boolean
  readonly onSelect: (on: boolean) => void
  readonly onEdit: () => void
  readonly onClose: () => void
  readonly onDelete: () => void
}

/** One entry. Its rate can be changed where it stands. */
export function ManageRow({ rate, seen, selected, onSelect, onEdit, onClose, ...rest }: ManageRowProps) {
  const { onDelete, changes } = rest
  const edit = useRef<HTMLButtonElement>(null)
  const what = entryName(rate)
  const close = () => {
    onClose()
    requestAnimationFrame(() => (edit.current ? edit.current.focus() : focusListHeading()))
  }
  const box = (
    <input
      type="checkbox"
      aria-label={selectionText.select(what)}
      checked={selected}
      onChange={({ target }) => onSelect(target.checked)}
    />
  )
  return (
    <EntryRow rate={rate} before={box}>
      {seen ? (
        <td role="cell" colSpan={4} className={styles['editing']}>
          <RateEditor rate={rate} seen={seen} onClose={close} changes={changes} />
        </td>
      ) : (
        <EntryCells rate={rate} by={rate.updated_by} at={rate.updated_at}>
          <Button ref={edit} kind="quiet" onClick={onEdit}>
            {manageText.edit}
            <span className="visually-hidden"> {what}</span>
          </Button>
          <Button kind="danger" onClick={onDelete}>
            {manageText.delete}
            <span className="visually-hidden"> {what}</span>
          </Button>
        </EntryCells>
      )}
    </EntryRow>
  )
}

/** A deleted entry: it can be brought back. */
export function DeletedRow({ rate, changes }: RowProps) {
  const restoring = useAction(() => restoreRate(rate, changes))
  return (
    <EntryRow rate={rate}>
      <EntryCells rate={rate} by={rate.deleted_by} at={rate.deleted_at}>
        <Button kind="quiet" busy={restoring.busy} onClick={() => void restoring.run()}>
          {manageText.restore}
          <span className="visually-hidden"> {entryName(rate)}</span>
        </Button>
      </EntryCells>
    </EntryRow>
  )
}

interface EntryRowProps {
  readonly rate: ManualRate
  /** Before the day. */
  readonly before?: ReactNode
  readonly children: ReactNode
}

function EntryRow({ rate, before, children }: EntryRowProps) {
  const Day = before ? 'label' : 'span'
  return (
    <tr role="row" data-row={rate.id}>
      <td role="cell" className={styles['date']}>
        <Day>
          {before}
          <time dateTime={rate.date}>{formatDay(rate.date)}</time>
        </Day>
      </td>
      <td role="cell" className={styles['currency']}>
        {rate.base_currency}
        <EntryKind rate={rate} />
      </td>
      {children}
    </tr>
  )
}

interface EntryCellsProps {
  readonly rate: ManualRate
  /** Who changed or deleted it last. */
  readonly by: string | null
  readonly at: string | null
  readonly children: ReactNode
}

function EntryCells({ rate, by, at, children }: EntryCellsProps) {
  return (
    <>
      <td role="cell" className={styles['rate']}>
        {entryRate(rate)}
      </td>
      <td role="cell" className={styles['by']}>
        {by}
      </td>
      <td role="cell" className={styles['when']}>
        {at !== null && <ColomboTime instant={at} />}
      </td>
      <td role="cell" className={styles['actions']}>
        <div>{children}</div>
      </td>
    </>
  )
}
