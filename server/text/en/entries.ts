import { formatDay, type CalendarDate } from '../../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../../domain/currency.ts'
import { formatRate, type Rate } from '../../../domain/money.ts'
import type { Series } from '../../../domain/series.ts'
import { rateName, seriesName } from '../../../text/names.ts'

/** What rates entered by hand respond with; the messages of a success are the specification's. */
export const entriesText = {
  added: 'Exchange rate added successfully',
  updated: 'Exchange rate updated successfully',
  deleted: 'Exchange rate deleted successfully',
  restored: 'Exchange rate restored successfully',
  /** Several at once; `saved` where not all were added or updated. */
  changed: (count: number, act: 'added' | 'updated' | 'deleted' | 'restored' | 'saved') =>
    `${count} exchange rates ${act} successfully`,
  changedMeanwhile: (user: string, series: Series, date: CalendarDate, rate: Rate) =>
    `${user} has entered ${formatRate(rate)} ${TARGET_CURRENCY} as the ${rateName(series)} of ` +
    `${formatDay(date)} meanwhile. Nothing was saved.`,
  deletedMeanwhile: (series: Series, date: CalendarDate) =>
    `The ${rateName(series)} of ${formatDay(date)} was deleted meanwhile. Nothing was saved.`,
  noneToDelete: 'There is no such entry, or it is deleted already.',
  none: 'There is no such entry.',
  notDeleted: 'This entry is not deleted.',
  dayTaken: (series: Series, date: CalendarDate) =>
    `Another entry has taken ${seriesName(series)} on ${formatDay(date)} meanwhile.`,
}
