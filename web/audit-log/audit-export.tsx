import { download } from '../connection/download.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './audit-log.module.css'
import { viewInput } from '../ui/list/list-view.ts'
import type { AuditView } from './audit-queries.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'

/**
 * Gives exactly what is filtered as a file; on paper it says what is
 * filtered instead.
 */
export function AuditExport({ filter }: { filter: AuditView }) {
  const exporting = useAction(async (format: 'csv' | 'jsonl') => {
    await download(
      'GET /api/audit-logs/export',
      { query: { ...viewInput(filter), format } },
      `audit-trail.${format}`,
    )
  })
  return (
    <div className="buttons">
      <p className={styles['chosen']}>{chosenText(filter)}</p>
      <span className="buttons" data-screen-only>
        <Button kind="quiet" disabled={exporting.busy} onClick={() => void exporting.run('csv')}>
          {t.auditTrail.exportCsv}
        </Button>
        <Button kind="quiet" disabled={exporting.busy} onClick={() => void exporting.run('jsonl')}>
          {t.auditTrail.exportJson}
        </Button>
      </span>
      {exporting.busy && <span role="status">{t.auditTrail.preparing}</span>}
      {exporting.error && <Notice kind="error">{exporting.error.message}</Notice>}
    </div>
  )
}

/**
 * What is filtered, as a line for print, where the form is not: `Rate's day from: 20 Nov 2026.
 * User: nimal@example.lk.`
 */
function chosenText({ from, to, rate_from, rate_to, ...filter }: AuditView): string {
  const day = (value: string) => (value === '' ? '' : formatDay(calendarDateOf(value)))
  const parts = [
    [t.auditTrail.entry, filter.entry],
    [t.auditTrail.action, filter.action],
    [t.auditTrail.search, filter.search],
    [t.auditTrail.from, day(from)],
    [t.auditTrail.to, day(to)],
    [t.auditTrail.rateFrom, day(rate_from)],
    [t.auditTrail.rateTo, day(rate_to)],
    [t.auditTrail.user, filter.user],
    [t.auditTrail.currency, filter.currency],
  ] as const
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}.`])).join(' ')
}
