import { addDays, isCalendarDate } from '../../../domain/calendar-date.ts'
import { ENTRY_WINDOW_DAYS } from '../../../domain/entry-window.ts'
import { KIND_NAMES, ratesOf } from '../../../text/en/names.ts'
import { Link } from '../../link.tsx'
import { LinkTabs } from '../../rates/link-tabs.tsx'
import { useNewestChange } from '../../rates/newest-change.ts'
import { navigate, useLocation, usePlace } from '../../router.tsx'
import type { Place } from '../../screen.ts'
import { ApprovalNotice } from '../../session/approval-notice.tsx'
import { dayText } from '../../text/en/work/entries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DayInput } from '../../ui/form/day-input.tsx'
import { ListError } from '../../ui/list/list-faces.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayQuery } from '../entry-queries.ts'
import { DayForm } from './day-form.tsx'
import { useDayRows, DAY_GRIDS, dayAddress, gridOf, readDayView } from './day-view.ts'
import { screensText } from '../../text/en/screens.ts'
import styles from './day.module.css'

export function loader(place: Place) {
  const { date, kinds } = readDayView(place)
  return kinds.map((kind) => dayQuery({ date, kind }))
}

/** The rates of all currencies on one day, in one grid with one save. What others enter meanwhile is shown at once. */
export default function DayPage() {
  const place = usePlace()
  const { search, today } = place
  const view = readDayView(place)
  const [, go] = useLocation()
  const { rows, query } = useDayRows(view)
  useNewestChange()
  const { date, kinds } = view
  // What is typed stays of its day when the next one begins.
  const pinDay = (typed: boolean) => {
    if (date === today && typed !== search.has('date'))
      navigate(dayAddress(view, typed ? undefined : today), { replace: true })
  }
  return (
    <>
      <PageTitle lead={dayText.lead}>{date === today ? screensText.today : dayText.otherDay(date)}</PageTitle>
      <ApprovalNotice />
      <Card
        title={kinds.length > 1 ? dayText.quotes : ratesOf(kinds[0])}
        aside={
          <Link href="/manage" className={buttonClass('link')}>
            {dayText.manage}
          </Link>
        }
      >
        <div className={styles['choices']}>
          <DayInput
            label={dayText.day}
            name="day"
            min={addDays(today, -ENTRY_WINDOW_DAYS)}
            max={today}
            value={date}
            onDay={(day) => {
              if (isCalendarDate(day)) go(dayAddress({ date: day, kinds }, today))
            }}
          />
          <LinkTabs
            label={dayText.kinds}
            choices={DAY_GRIDS.map(([first]) => first)}
            chosen={kinds[0]}
            current="page"
            addressOf={(each) => dayAddress({ date, kinds: gridOf(each) }, today)}
            textOf={(each) => (gridOf(each).length > 1 ? dayText.quote : KIND_NAMES[each])}
          />
        </div>
        <ListError query={query} />
        {rows ? (
          <DayForm key={`${date} ${kinds[0]}`} view={view} rows={rows} onTyped={pinDay} />
        ) : (
          query.isFetching && <Skeleton rows={4} />
        )}
      </Card>
    </>
  )
}
