import { formatDay, type CalendarDate } from '../../../domain/calendar-date.ts'
import type { Series } from '../../../domain/series.ts'
import { seriesName } from '../../../text/en/names.ts'

/** What rates entered by hand respond with; the messages of a success are the specification's. */
export const entriesText = {
  added: 'Exchange rate added successfully',
  updated: 'Exchange rate updated successfully',
  deleted: 'Exchange rate deleted successfully',
  restored: 'Exchange rate restored successfully',
  noneToDelete: 'There is no such entry, or it is deleted already.',
  none: 'There is no such entry.',
  notDeleted: 'This entry is not deleted.',
  dayTaken: (series: Series, date: CalendarDate) =>
    `Another entry has taken ${seriesName(series)} on ${formatDay(date)} meanwhile.`,
}
