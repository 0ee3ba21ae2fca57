import { useState } from 'react'
import { MIN_LISTED_HOLIDAYS } from '../../domain/bank-holiday.ts'
import { toDayNumber } from '../../domain/calendar-date.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { Notice } from '../ui/notice.tsx'
import { useChanges, type Changes } from '../ui/list/use-changes.ts'
import { call } from '../api.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { useHolidays, type Holiday } from './holidays-query.ts'

/** The bank holidays of a year, each with where it comes from. */
export function HolidayList({ year }: { readonly year: number }) {
  const { query, isSignedIn } = useHolidays(year)
  const [removing, setRemoving] = useState<Holiday>()
  const changes = useChanges(['calendar', 'rates'])
  const shown = query.data?.data
  const holidays = shown?.holidays ?? []
  const [source, ...others] = new Set(holidays.map((each) => each.source))
  const isOfOne = source !== undefined && others.length === 0
  return (
    <>
      <ListCard title={t.holidays.listTitle({ year })}>
        <ListStates
          query={query}
          failure={changes.failure}
          rows={8}
          empty={holidays.length === 0 && t.holidays.none({ year })}
        >
          {shown && !shown.listed && (
            <Notice kind="warning" quiet>
              {t.holidays.notListed({ count: holidays.length, year, least: MIN_LISTED_HOLIDAYS })}
            </Notice>
          )}
          {isOfOne && <p className="fine-print">{source}</p>}
          <ItemList busy={query.isFetching}>
            {holidays.map((holiday) => (
              <HolidayItem
                key={holiday.date}
                holiday={holiday}
                hasSource={!isOfOne}
                onRemove={isSignedIn ? () => setRemoving(holiday) : undefined}
              />
            ))}
          </ItemList>
        </ListStates>
      </ListCard>
      {removing && (
        <RemoveDialog holiday={removing} changes={changes} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

interface HolidayItemProps {
  readonly holiday: Holiday
  /** Whether its source is not said of all of them. */
  readonly hasSource: boolean
  readonly onRemove: (() => void) | undefined
}

function HolidayItem({ holiday, hasSource, onRemove }: HolidayItemProps) {
  const { date, name, scope, source, entered_at, entered_by } = holiday
  return (
    <Item
      id={toDayNumber(date)}
      name={
        <>
          <time dateTime={date}>{formatWeekdayAndDay(date)}</time>: {name}
        </>
      }
      facts={
        <>
          {scope === 'special' && <span>{t.holidays.special}</span>}
          {hasSource && <span>{source}</span>}
          {entered_by && (
            <>
              <span>{t.holidays.enteredBy({ user: entered_by })}</span>
              {entered_at && <ColomboTime instant={entered_at} />}
            </>
          )}
        </>
      }
    >
      {onRemove && (
        <Button kind="link" onClick={onRemove}>
          {t.holidays.remove}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </Item>
  )
}

interface RemoveDialogProps {
  readonly holiday: Holiday
  readonly changes: Changes
  readonly onClose: () => void
}

/** Confirms, removes one bank holiday, and offers to take it back. */
function RemoveDialog({ holiday, changes, onClose }: RemoveDialogProps) {
  const { date, name, scope } = holiday
  const undo = async (id: number) => {
    const { message } = await call('POST /api/exchange-rate/import/:id/undo', {
      params: { id: String(id) },
    })
    showToast({ text: message })
  }
  const remove = async () => {
    const list = { subject: 'bank holidays', scope, source: t.holidays.removeSource } as const
    const body = { ...list, text: date, remove: true }
    const { message, data } = await call('POST /api/exchange-rate/import', { body })
    showToast({
      text: `${message}: ${name}`,
      action: { label: t.holidays.undo, run: () => void changes.make(() => undo(data.id)) },
    })
  }
  return (
    <ConfirmDialog
      question={t.holidays.removeQuestion}
      confirmText={t.holidays.remove}
      onConfirm={() => changes.make(remove)}
      onClose={onClose}
    >
      <p>{t.holidays.removeFact({ name, date })}</p>
    </ConfirmDialog>
  )
}
