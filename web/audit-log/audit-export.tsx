import { exportAuditTrail } from '../../contract/audit-log.ts'
import { download } from '../download.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './audit-log.module.css'
import { filterInput, type AuditFilter } from './audit-view.ts'

/** Gives exactly what is filtered as a file, with its place in the chain. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const exporting = useAction(async (format: 'csv' | 'json') => {
    await download(
      exportAuditTrail,
      { querystring: { ...filterInput(filter), format } },
      `audit-trail.${format}`,
    )
  })
  return (
    <div className={styles['export']}>
      <Button kind="quiet" disabled={exporting.busy} onClick={() => void exporting.run('csv')}>
        Export CSV
      </Button>
      <Button kind="quiet" disabled={exporting.busy} onClick={() => void exporting.run('json')}>
        Export JSON
      </Button>
      {exporting.busy && <span role="status">Preparing the file…</span>}
      {exporting.error && <Notice kind="error">{exporting.error.message}</Notice>}
    </div>
  )
}
