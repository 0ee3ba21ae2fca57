import { enteredHolidays, listHolidayImports } from '../../contract/calendar.ts'
import { queryOf } from '../queries.ts'

/** The bank holidays of a year, the present one unless told, with who entered them. */
export const holidaysQuery = (year?: number) =>
  queryOf('calendar', enteredHolidays, { querystring: { year: year?.toString() } })

/** The last imports of bank holidays. */
export const holidayImportsQuery = () => queryOf('calendar', listHolidayImports, {})
