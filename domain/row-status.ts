/** What an import has a row of; rates without it. */
export const IMPORT_SUBJECTS = ['rates', 'customs rates', 'bank holidays'] as const
export type ImportSubject = (typeof IMPORT_SUBJECTS)[number]

/**
 * What becomes of a row. `wrong`, `ambiguous` and `outside window` block the import; `holiday`,
 * `weekend` and `suspicious` are to be looked at; `left out`: not accepted, or not kept here.
 */
export const ROW_STATUSES = [
  'new',
  'same',
  'replaces',
  'removes',
  'weekend',
  'holiday',
  'suspicious',
  'left out',
  'outside window',
  'ambiguous',
  'wrong',
] as const
export type RowStatus = (typeof ROW_STATUSES)[number]
