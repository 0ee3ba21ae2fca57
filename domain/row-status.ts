export const IMPORT_SUBJECTS = ['rates', 'customs rates', 'bank holidays'] as const
export type ImportSubject = (typeof IMPORT_SUBJECTS)[number]

/** `wrong` rows block an import; `doubtful` rows need a look. */
export const ROW_STATES = ['wrong', 'doubtful', 'replaces', 'removes', 'new', 'unchanged'] as const
export type RowState = (typeof ROW_STATES)[number]
