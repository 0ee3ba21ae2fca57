import type { AuditEntry } from '../../contract/schema/audit-log.schema.ts'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { AuditBadge } from './audit-badge.tsx'
import { auditTrailText } from '../text/en/audit-log.ts'
import styles from './audit-log.module.css'

/** One act on the timeline. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const details = Object.keys(entry.metadata).length > 0
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <AuditBadge action={entry.action} />
        <ColomboTime instant={entry.created_at} />
      </div>
      <p className={styles['description']}>{entry.description}</p>
      <p className={styles['who']}>
        <span>
          {entry.user ?? auditTrailText[entry.metadata['actor'] === 'operator' ? 'operator' : 'system']}
        </span>
        {entry.ip_address !== null && <span>{auditTrailText.ip(entry.ip_address)}</span>}
        <span>{auditTrailText.number(entry.id)}</span>
      </p>
      {details && (
        <details className={styles['details']}>
          <summary>
            {auditTrailText.details}
            <span className="visually-hidden">{auditTrailText.detailsOf(entry.id)}</span>
          </summary>
          <pre>{JSON.stringify(entry.metadata, null, 2)}</pre>
        </details>
      )}
    </li>
  )
}
