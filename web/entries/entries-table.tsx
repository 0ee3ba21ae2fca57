import type { ReactNode } from 'react'
import type { ManualRate } from '../../contract/entries.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { kindName, unitsName } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Cell, Row, Table, useIsPhone } from '../ui/table.tsx'
import { UndoButton, type SavedRates } from './saved-rates.tsx'
import styles from './entries.module.css'
import { entryName, entryRate, savedAt } from './rate-changes.ts'

interface EntriesTableProps {
  readonly entries: readonly ManualRate[]
  readonly isDeleted: boolean
  readonly saved: SavedRates
  readonly savedId: number | undefined
  readonly onEdit: (entry: ManualRate) => void
  readonly onDelete: (entry: ManualRate) => void
  readonly onRestore: (entry: ManualRate) => Promise<void>
}

export function EntriesTable(props: EntriesTableProps) {
  const { entries, isDeleted, saved, savedId, onEdit, onDelete, onRestore } = props
  const { date, currency, rate, entered, deleted, actions } = t.manage.columns
  return (
    <Table
      caption={isDeleted ? t.manage.deleted : t.manage.recent}
      className={styles['entries']}
      stacks
      columns={[
        date,
        currency,
        { title: rate, numeric: true },
        isDeleted ? deleted : entered,
        { title: actions, numeric: true },
      ]}
    >
      {entries.map((entry) => {
        const isSaved = entry.id === savedId && saved.changes.length > 0
        return (
          <EntryRow key={entry.id} entry={entry} isMarked={isSaved}>
            {isDeleted ? (
              <RestoreButton entry={entry} onRestore={onRestore} />
            ) : (
              <>
                {isSaved && <UndoButton saved={saved} />}
                <EntryActions entry={entry} onEdit={onEdit} onDelete={onDelete} />
              </>
            )}
          </EntryRow>
        )
      })}
    </Table>
  )
}

interface EntryRowProps {
  readonly entry: ManualRate
  readonly isMarked: boolean
  readonly children: ReactNode
}

function EntryRow({ entry, isMarked, children }: EntryRowProps) {
  const today = useToday()
  const { kind = DEFAULT_KIND, publisher, deleted_at, deleted_by, updated_at } = entry
  const at = deleted_at ?? updated_at
  return (
    <Row data-row={entry.id} className={isMarked ? 'row-marked' : undefined}>
      <Cell>
        <time dateTime={entry.date}>{formatDay(entry.date)}</time>
      </Cell>
      <Cell>
        <strong>{unitsName(entry.base_currency)}</strong>
        {(kind !== DEFAULT_KIND || publisher) && (
          <span className="fine-print"> {kindName({ kind, publisher })}</span>
        )}
      </Cell>
      <Cell numeric>
        <strong>{entryRate(entry)}</strong>
      </Cell>
      <Cell className="fine-print breakable">
        {deleted_at === null ? enteredBy(entry) : deleted_by}
        <time dateTime={at}>, {savedAt(at, today)}</time>
      </Cell>
      <Cell>
        <div className="actions row-actions">{children}</div>
      </Cell>
    </Row>
  )
}

function enteredBy({ created_by, updated_by }: ManualRate): string {
  return created_by === updated_by
    ? created_by
    : t.manage.changedBy({ user: created_by, changer: updated_by })
}

type EntryActionsProps = Pick<EntriesTableProps, 'onEdit' | 'onDelete'> & {
  readonly entry: ManualRate
}

function EntryActions({ entry, onEdit, onDelete }: EntryActionsProps) {
  const isPhone = useIsPhone()
  const what = entryName(entry)
  const kind = isPhone ? 'quiet' : 'link'
  const buttons = (
    <>
      <Button kind={kind} data-closes="" onClick={() => onEdit(entry)}>
        {t.manage.edit}
        <span className="visually-hidden"> {what}</span>
      </Button>
      <Button kind={kind} data-closes="" onClick={() => onDelete(entry)}>
        {t.manage.delete}
        <span className="visually-hidden"> {what}</span>
      </Button>
    </>
  )
  if (!isPhone) return buttons
  return (
    <Menu look="dots" name={<span className="visually-hidden">{t.manage.more({ what })}</span>}>
      {buttons}
    </Menu>
  )
}

interface RestoreButtonProps {
  readonly entry: ManualRate
  readonly onRestore: (entry: ManualRate) => Promise<void>
}

function RestoreButton({ entry, onRestore }: RestoreButtonProps) {
  const restoring = useAction(() => onRestore(entry))
  return (
    <Button kind="link" busy={restoring.busy} onClick={() => void restoring.run()}>
      {t.manage.restore}
      <span className="visually-hidden"> {entryName(entry)}</span>
    </Button>
  )
}
