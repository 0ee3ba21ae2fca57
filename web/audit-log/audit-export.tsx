import { exportAuditTrail } from '../../contract/audit-log.ts'
import { download } from '../connection/download.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './audit-log.module.css'
import { viewInput } from '../ui/list/list-view.ts'
import type { AuditView } from './audit-queries.ts'
import { chosenText } from './chosen-text.ts'
import { auditTrailText } from '../text/en/work/audit-log.ts'

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
