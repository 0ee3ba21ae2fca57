import type { ImportRow } from '../../contract/schema/imports.schema.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { ROW_STATUSES } from '../../domain/row-status.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { KIND_NAMES } from '../../text/en/names.ts'
import type { PreviewedRows } from './import-preview.tsx'
import styles from './rate-import.module.css'

/** How rows of rates are shown before they are imported. */
export const RATE_ROWS: PreviewedRows<ImportRow> = {
  caption: 'Rows to import',
  column: 'Rate',
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
  verdict: (row) => (row.verdict === 'replaces' ? oldRate(row) : row.verdict),
  // That it replaces a rate, and which, the verdict itself says; beside a graver verdict it is said too.
  sentences: (row) => {
    const old = oldRate(row)
    const whys = row.verdict === 'replaces' ? [] : [row.sentence, old && `It ${old}.`]
    return [...whys, ...row.warnings.map((warning) => warning.sentence)]
  },
  nothing: 'All of it is there already: there is nothing to import.',
  why: 'Why are the suspicious rates right?',
  whyMissing: 'Say why the suspicious rates are right, or leave them out.',
  button: (count) => (count === 1 ? 'Import 1 rate' : `Import ${count.toLocaleString('en')} rates`),
}

function oldRate({ replaces }: ImportRow): string {
  return replaces === null ? '' : `replaces ${formatRate(rateOf(replaces))}`
}
