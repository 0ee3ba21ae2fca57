import { useState } from 'react'
import { MIN_LISTED_HOLIDAYS, yearOf } from '../../domain/bank-holiday.ts'
import { daysBetween, toDayNumber } from '../../domain/calendar-date.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { Cell, Table } from '../ui/list/table.tsx'
import { Notice } from '../ui/notice.tsx'
import { useChanges, type Changes } from '../ui/list/use-changes.ts'
import { call } from '../api.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './calendar-page.module.css'
import { useHolidays, type Holiday } from './holidays-query.ts'

/** The bank holidays of a year: those to come, the next one marked, and the earlier on request. */
export function HolidayList({ year }: { readonly year: number }) {
  const { query, isApproved } = useHolidays(year)
  const [removing, setRemoving] = useState<Holiday>()
  const changes = useChanges(['calendar', 'rates'])
  const today = useToday()
  const shown = query.data?.data
  const holidays = shown?.holidays ?? []
  const next = holidays.find(({ date }) => date >= today && yearOf(today) === year)
  const earlier = next ? holidays.filter(({ date }) => date < today) : []
  const later = holidays.slice(earlier.length)
  const [source, ...others] = new Set(holidays.map((each) => each.source))
  const isOfOne = source !== undefined && others.length === 0
  const listed = {
    caption: t.holidays.listTitle({ year }),
    next,
    hasSource: !isOfOne,
    onRemove: isApproved ? setRemoving : undefined,
  }
  return (
    <>
      <ListCard title={t.holidays.listTitle({ year })} isTitleHeard={holidays.length > 0}>
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
          {later.length > 0 && <HolidayTable {...listed} holidays={later} />}
          {earlier.length > 0 && (
            <Disclosure
              summary={t.holidays.earlier({ count: earlier.length })}
              className={styles['earlier']}
              data-printed
            >
              <HolidayTable {...listed} holidays={earlier} />
            </Disclosure>
          )}
          {isOfOne && <p className={styles['source']}>{source}</p>}
        </ListStates>
      </ListCard>
      {removing && (
        <RemoveDialog holiday={removing} changes={changes} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

interface HolidayTableProps {
  readonly caption: string
  readonly holidays: readonly Holiday[]
  readonly next: Holiday | undefined
  /** Whether its source is not said of all of them. */
  readonly hasSource: boolean
  readonly onRemove: ((holiday: Holiday) => void) | undefined
}

function HolidayTable({ caption, holidays, next, hasSource, onRemove }: HolidayTableProps) {
  return (
    <Table
      caption={caption}
      columns={[
        { title: t.holidays.columns.date },
        { title: t.holidays.columns.name },
        ...(onRemove
          ? [{ title: <span className="visually-hidden">{t.holidays.remove}</span> }]
          : []),
      ]}
    >
      {holidays.map((holiday) => (
        <HolidayRow
          key={holiday.date}
          holiday={holiday}
          isNext={holiday === next}
          hasSource={hasSource}
          onRemove={onRemove && (() => onRemove(holiday))}
        />
      ))}
    </Table>
  )
}

interface HolidayRowProps extends Pick<HolidayTableProps, 'hasSource'> {
  readonly holiday: Holiday
  readonly isNext: boolean
  readonly onRemove: (() => void) | undefined
}

function HolidayRow({ holiday, isNext, hasSource, onRemove }: HolidayRowProps) {
  const { date, name, scope, source, entered_at, entered_by } = holiday
  const today = useToday()
  return (
    <tr data-row={toDayNumber(date)} className={date < today ? 'muted' : undefined}>
      <Cell>
        <time dateTime={date} className={styles['date']}>
          {formatWeekdayAndDay(date)}
        </time>
      </Cell>
      <Cell>
        <span className="breakable">{name}</span>{' '}
        {isNext && (
          <Badge tone="success">{t.holidays.inDays({ days: daysBetween(today, date) })}</Badge>
        )}
        <div className="fine-print buttons">
          {scope === 'special' && <span>{t.holidays.special}</span>}
          {hasSource && <span>{source}</span>}
          {entered_by && (
            <span>
              {t.holidays.enteredBy({ user: entered_by })}{' '}
              {entered_at && <ColomboTime instant={entered_at} />}
            </span>
          )}
        </div>
      </Cell>
      {onRemove && (
        <Cell>
          <Button kind="link" onClick={onRemove}>
            {t.holidays.remove}
            <span className="visually-hidden"> {name}</span>
          </Button>
        </Cell>
      )}
    </tr>
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
