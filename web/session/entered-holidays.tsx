import { enteredHolidays, listHolidayImports } from '../../contract/calendar.ts'
import { Link } from '../link.tsx'
import { queryOf, useResponse } from '../queries.ts'
import { CALENDAR } from '../text/en/work/calendar.ts'
import { Notice } from '../ui/notice.tsx'

/** The bank holidays of a year, the present one unless told, with who entered them. */
export const holidaysQuery = (year?: number) =>
  queryOf('calendar', enteredHolidays, { querystring: { year: year?.toString() } })

/** The last imports of bank holidays. */
export const holidayImportsQuery = () => queryOf('calendar', listHolidayImports, {})

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
