import { exportAuditTrail } from '../../contract/audit-log.ts'
import { download } from '../connection/download.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './audit-log.module.css'
import { viewInput } from '../ui/list/list-view.ts'
import type { AuditView } from './audit-queries.ts'
import { auditTrailText } from '../text/en/work/audit-log.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { formatDay } from '../../text/en/days.ts'

/** Gives exactly what is filtered as a file, with its place in the chain; on paper it says what is filtered instead. */
export function AuditExport({ filter }: { filter: AuditView }) {
  const exporting = useAction(async (format: 'csv' | 'json') => {
    await download(
      exportAuditTrail,
      { querystring: { ...viewInput(filter), format } },
      `audit-trail.${format}`,
    )
  })
  return (
    <div className="buttons">
      <p className={styles['chosen']}>{chosenText(filter)}</p>
      <span className="buttons" data-screen-only>
        <Button kind="quiet" disabled={exporting.busy} onClick={() => void exporting.run('csv')}>
          {auditTrailText.exportCsv}
        </Button>
        <Button kind="quiet" disabled={exporting.busy} onClick={() => void exporting.run('json')}>
          {auditTrailText.exportJson}
        </Button>
      </span>
      {exporting.busy && <span role="status">{auditTrailText.preparing}</span>}
      {exporting.error && <Notice kind="error">{exporting.error.message}</Notice>}
    </div>
  )
}

/** What is filtered, as a line for print, where the form is not: `Rate's day from: 20 Nov 2026. User: nimal@example.lk.` */
function chosenText({ from, to, rate_from, rate_to, ...filter }: AuditView): string {
  const day = (value: string) => (value === '' ? '' : formatDay(calendarDateOf(value)))
  const parts = [
    [auditTrailText.entry, filter.entry],
    [auditTrailText.action, filter.action],
    [auditTrailText.search, filter.search],
    [auditTrailText.from, day(from)],
    [auditTrailText.to, day(to)],
    [auditTrailText.rateFrom, day(rate_from)],
    [auditTrailText.rateTo, day(rate_to)],
    [auditTrailText.user, filter.user],
    [auditTrailText.currency, filter.currency],
  ] as const
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}.`])).join(' ')
}
