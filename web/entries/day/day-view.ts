import { isCalendarDate, type CalendarDate } from '../../../domain/calendar-date.ts'
import { isOpenForEntry } from '../../../domain/entry-window.ts'
import { DEFAULT_KIND, isRateKind, type RateKind } from '../../../domain/series.ts'

/** Whose rates the grid shows; it lives in the address. */
export interface DayView {
  readonly date: CalendarDate
  readonly kind: RateKind
}

/** Reads `/today?date=…&kind=…`; a day whose rates may not be entered is today. */
export function readDayView(given: URLSearchParams, today: CalendarDate): DayView {
  const date = given.get('date')
  const kind = given.get('kind') ?? ''
  return {
    date: isCalendarDate(date) && isOpenForEntry(date, today) ? date : today,
    kind: isRateKind(kind) ? kind : DEFAULT_KIND,
  }
}

/** The address of a day's grid. */
export function dayAddress({ date, kind }: DayView, today: CalendarDate): string {
  const query = new URLSearchParams({
    ...(date !== today && { date }),
    ...(kind !== DEFAULT_KIND && { kind }),
  })
  return query.size > 0 ? `/today?${query.toString()}` : '/today'
}
