import type { ImportRow } from '../../contract/schema/imports.schema.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { ROW_STATUSES } from '../../domain/row-status.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { formatDay } from '../../text/en/days.ts'
import { KIND_NAMES } from '../../text/en/names.ts'
import { RATE_IMPORT } from '../text/en/work/imports.ts'
import type { PreviewedRows } from './import-preview.tsx'
import styles from './rate-import.module.css'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { commitImport, previewImport, undoImport } from '../../contract/imports.ts'
import { call } from '../api.ts'
import type { ImportChoice } from './import-options.tsx'
import type { ImportCalls } from './use-import.ts'

/** What the server says of rows before they are imported. */
export type ImportPreviewData = ResponseBody<typeof previewImport>['data']
/** How a table was understood. */
export type ImportTable = NonNullable<ImportPreviewData['table']>

export const RATE_IMPORT_CALLS: ImportCalls<ImportChoice, ImportPreviewData> = {
  draft: 'import',
  preview: (body, options) => call(previewImport, { body: { ...body, with_table: true } }, options),
  commit: (body, options) => call(commitImport, { body }, options),
  undo: (id, options) => call(undoImport, { params: { id } }, options),
  features: ['rates', 'entries'],
}

/** How rows of rates are shown before they are imported. */
export const RATE_ROWS: PreviewedRows<ImportRow> = {
  caption: RATE_IMPORT.caption,
  column: RATE_IMPORT.rateColumn,
  statuses: ROW_STATUSES,
  understood: ({ date, currency, kind, rate }) =>
    date &&
    currency &&
    rate !== null && (
      <>
        <span className={styles['what']}>{formatDay(date)}</span>{' '}
        <span className={styles['what']}>
          {[
            currency,
            ...(kind && kind !== DEFAULT_KIND ? [KIND_NAMES[kind]] : []),
            formatRate(rateOf(rate)),
          ].join(' ')}
        </span>
      </>
    ),
  verdict: (row) => (row.verdict === 'replaces' ? RATE_IMPORT.replaces(oldRate(row)) : row.verdict),
  // That it replaces a rate, and which, the verdict itself says; beside a graver verdict it is said too.
  sentences: (row) => {
    const old = oldRate(row)
    const whys = row.verdict === 'replaces' ? [] : [row.sentence, old && RATE_IMPORT.itReplaces(old)]
    const rounded = row.rounded_from === undefined ? [] : [RATE_IMPORT.rounded(row.rounded_from)]
    return [...whys, ...rounded, ...row.warnings.map((warning) => warning.sentence)]
  },
  nothing: RATE_IMPORT.nothing,
  why: RATE_IMPORT.why,
  whyMissing: RATE_IMPORT.whyMissing,
  button: RATE_IMPORT.button,
}

/** The rate that a row replaces; empty for none. */
function oldRate({ replaces }: ImportRow): string {
  return replaces === null ? '' : formatRate(rateOf(replaces))
}
