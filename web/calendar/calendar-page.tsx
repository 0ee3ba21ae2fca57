import { calendarFile } from '../../contract/calendar.ts'
import { yearOf } from '../../domain/bank-holiday.ts'
import { BASE } from '../api.ts'
import { useResponse } from '../queries.ts'
import { useLocation, usePlace } from '../router.tsx'
import type { Place } from '../screen.ts'
import { ApprovalNotice } from '../session/approval-notice.tsx'
import { holidayImportsQuery, holidaysQuery, MissingListNotice } from '../session/entered-holidays.tsx'
import { CALENDAR } from '../text/en/work/calendar.ts'
import { classNames } from '../ui/class-names.ts'
import { Card } from '../ui/card.tsx'
import { Select } from '../ui/form/select.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { screensText } from '../text/en/screens.ts'
import styles from './calendar-page.module.css'
import { HolidayImport } from './holiday-import.tsx'
import { HolidayList } from './holiday-list.tsx'

/** The year that an address names; the present one where it names none that there is. */
const chosenYear = ({ search, today }: Place): number =>
  /^(?:19|2\d)\d\d$/.test(search.get('year') ?? '') ? Number(search.get('year')) : yearOf(today)

export const loader = (place: Place) => [
  holidaysQuery(chosenYear(place)),
  holidaysQuery(),
  holidayImportsQuery(),
]

/** The bank holidays of a year, and where they are entered. */
export default function CalendarPage() {
  const place = usePlace()
  const { today } = place
  const year = chosenYear(place)
  const [, navigate] = useLocation()
  const known = useResponse(holidaysQuery()).data?.data
  const years = [year, yearOf(today), yearOf(today) + 1, ...(known?.years ?? [])]
  const show = (chosen: number) => navigate(`/calendar?year=${chosen}`)
  return (
    <>
      <PageTitle lead={CALENDAR.lead}>{screensText.calendar}</PageTitle>
      <ApprovalNotice />
      <MissingListNotice />
      <div className="stack">
        <div className={classNames('apart', styles['choice'])}>
          <Select
            label={CALENDAR.year}
            name="year"
            values={[...new Set(years)].sort((one, other) => other - one).map(String)}
            value={String(year)}
            onValue={(chosen) => show(Number(chosen))}
          />
          <a href={BASE + calendarFile.url} className="tap">
            {CALENDAR.file}
          </a>
        </div>
        <a href="#add" className={classNames('tap', styles['toForm'])}>
          {CALENDAR.addTitle}
        </a>
        <HolidayList year={year} />
        <div id="add">
          <Card title={CALENDAR.addTitle}>
            <HolidayImport onYear={show} />
          </Card>
        </div>
      </div>
      <ToastHost />
    </>
  )
}
