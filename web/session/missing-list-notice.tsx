import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { CALENDAR } from '../text/en/work/calendar.ts'
import { Notice } from '../ui/notice.tsx'
import { holidaysQuery } from './holiday-queries.ts'

/** Says which year's bank holidays have to be entered; nothing where none are missing. */
export function MissingListNotice() {
  const years = useResponse(holidaysQuery()).data?.data.years_missing ?? []
  if (years.length === 0) return null
  return (
    <div className="above">
      <Notice kind="warning" quiet>
        <p>{CALENDAR.missing(years)}</p>
        <Link href={`/calendar?year=${years[0]}`}>{CALENDAR.enterThem}</Link>
      </Notice>
    </div>
  )
}
