import type { Place } from '../pages.tsx'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { yearOf } from '../../domain/bank-holiday.ts'
import { queryOf, useResponse, type ResponseQuery } from '../queries.ts'
import { useAuth } from '../session/stored-session.ts'

type Entered = ResponseOf<'GET /api/calendar/entered'>['data']['holidays'][number]
/** A bank holiday, and who entered it where that may be known. */
export type Holiday = Omit<Entered, 'entered_at' | 'entered_by'> & Partial<Entered>

interface HolidaysOfYear {
  readonly data: Omit<ResponseOf<'GET /api/calendar'>['data'], 'holidays'> & {
    readonly holidays: readonly Holiday[]
  }
}

/** The year that an address names; the present one where it names none that there is. */
export const chosenYear = ({ search, today }: Pick<Place, 'search' | 'today'>): number =>
  /^(?:19|2\d)\d\d$/.test(search.get('year') ?? '') ? Number(search.get('year')) : yearOf(today)

/** The bank holidays of a year, for those who may know it with who entered each. */
const holidaysQuery = (year: number, withNames: boolean): ResponseQuery<HolidaysOfYear> =>
  queryOf('calendar', withNames ? 'GET /api/calendar/entered' : 'GET /api/calendar', {
    query: { year: String(year) },
  })

export const calendarLoader = (place: Place) => [holidaysQuery(chosenYear(place), false)]

/** What everyone is shown stays while who is signed in waits for the rest. */
export function useHolidays(year: number) {
  const auth = useAuth()
  const isApproved = auth.state === 'signed-in' && auth.approved
  const entered = useResponse(holidaysQuery(year, isApproved))
  const published = useResponse(holidaysQuery(year, false))
  return { isApproved, query: entered.data || entered.error ? entered : published }
}
