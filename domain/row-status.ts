/**
 * What becomes of a row. `wrong`, `ambiguous` and `outside window` keep the whole import from happening; `holiday` and
 * `suspicious` are for a user to look at; `same` changes nothing.
 */
export const ROW_STATUSES = [
  'new',
  'same',
  'replaces',
  'holiday',
  'suspicious',
  'outside window',
  'ambiguous',
  'wrong',
] as const
export type RowStatus = (typeof ROW_STATUSES)[number]

/** What becomes of a row of bank holidays; `weekend` and `suspicious` are for a user to look at. */
export const HOLIDAY_ROW_STATUSES = [
  'new',
  'same',
  'replaces',
  'removes',
  'weekend',
  'suspicious',
  'outside window',
  'ambiguous',
  'wrong',
] as const
export type HolidayRowStatus = (typeof HOLIDAY_ROW_STATUSES)[number]

/** What becomes of a row of customs rates; `left out` is of a currency that is not kept here. */
export const CUSTOMS_ROW_STATUSES = ['new', 'same', 'replaces', 'left out', 'suspicious', 'wrong'] as const
export type CustomsRowStatus = (typeof CUSTOMS_ROW_STATUSES)[number]
