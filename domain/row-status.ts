export const IMPORT_SUBJECTS = ['rates', 'customs rates', 'bank holidays'] as const
export type ImportSubject = (typeof IMPORT_SUBJECTS)[number]

/** What an import would do with a row. `wrong` rows block it; `doubtful` rows are to be looked at. */
export const ROW_STATES = ['wrong', 'doubtful', 'replaces', 'removes', 'new', 'unchanged'] as const
export type RowState = (typeof ROW_STATES)[number]
