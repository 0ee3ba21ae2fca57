import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { formatDay } from '../../../text/en/days.ts'

/** The chart where it shows more than the rate of each day. */
export const chartLayersText = {
  average: (month: CalendarDate, rate: string) => `Average of ${formatDay(month).slice(2)}: ${rate}`,
  averages: 'Average of all days of a month that have a rate',
  sides: 'Between TT buying and TT selling',
  noSides: 'No TT buying and selling rate of this day',
  noSidesAtAll: 'There are no days here with both a TT buying and a TT selling rate.',
  loading: (currencies: string) => `Loading ${currencies}…`,
  noCommonDay: 'There is no day here on which all of these currencies have a rate.',
  changeSince: (since: string, day: string) => `Change from ${since} to ${day}`,
  changesOn: (day: string, changes: string, since: string) => `${day}: ${changes} since ${since}`,
  changes: (changes: string, from: string, to: string) => `${changes} from ${from} to ${to}`,
  dayOfComparison: 'Day of the comparison',
}
