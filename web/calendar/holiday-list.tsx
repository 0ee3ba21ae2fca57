import { useRef, useState } from 'react'
import type { EnteredHoliday } from '../../contract/schema/calendar.schema.ts'
import { MIN_LISTED_HOLIDAYS } from '../../domain/bank-holiday.ts'
import { toDayNumber } from '../../domain/calendar-date.ts'
import { formatWeekdayAndDay } from '../../text/en/days.ts'
import { useResponse } from '../queries.ts'
import { holidaysQuery } from '../session/holiday-queries.ts'
import { CALENDAR } from '../text/en/work/calendar.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { listHeading, useFocusAfter } from '../ui/focus-after.ts'
import { Item, ItemList } from '../ui/item-list.tsx'
import { ListError } from '../ui/list-error.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './calendar-page.module.css'
import { RemoveDialog } from './remove-holiday.tsx'

/** The bank holidays of a year, each with where it comes from. */
export function HolidayList({ year }: { readonly year: number }) {
  const query = useResponse(holidaysQuery(year))
  const { data, error, isFetching } = query
  const [removing, setRemoving] = useState<EnteredHoliday>()
  const [failure, setFailure] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const shown = data?.data
  const holidays = shown?.holidays ?? []
  const moveFocus = useFocusAfter(
    holidays.map(({ date }) => toDayNumber(date)),
    list,
  )
  return (
    <div ref={list}>
      <Card
        title={<span {...listHeading}>{CALENDAR.listTitle(year)}</span>}
        aside={shown && holidays.length > 0 && <span>{CALENDAR.count(holidays.length)}</span>}
      >
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        <ListError query={query} />
        {shown && !shown.listed && holidays.length > 0 && (
          <Notice kind="warning" quiet>
            {CALENDAR.notListed(holidays.length, year, MIN_LISTED_HOLIDAYS)}
          </Notice>
        )}
        {!shown && isFetching ? (
          <Skeleton rows={8} />
        ) : holidays.length === 0 ? (
          !error && <p className={styles['empty']}>{CALENDAR.none(year)}</p>
        ) : (
          <ItemList busy={isFetching}>
            {holidays.map((holiday) => (
              <HolidayItem key={holiday.date} holiday={holiday} onRemove={() => setRemoving(holiday)} />
            ))}
          </ItemList>
        )}
      </Card>
      {removing && (
        <RemoveDialog
          holiday={removing}
          onRemoved={() => moveFocus(toDayNumber(removing.date))}
          onFailure={setFailure}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  )
}

function HolidayItem({ holiday, onRemove }: { holiday: EnteredHoliday; onRemove: () => void }) {
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
          {scope === 'special' && <span>{CALENDAR.special}</span>}
          <span>{source}</span>
          {entered_by === null ? (
            <span>{CALENDAR.shipped}</span>
          ) : (
            <>
              <span>{CALENDAR.enteredBy(entered_by)}</span>
              <ColomboTime instant={entered_at} />
            </>
          )}
        </>
      }
    >
      <Button kind="quiet" onClick={onRemove}>
        {CALENDAR.remove}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </Item>
  )
}
