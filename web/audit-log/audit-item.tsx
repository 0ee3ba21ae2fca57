import type { AuditEntry } from '../../contract/schema/audit-log.schema.ts'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { AuditBadge } from './audit-badge.tsx'
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
        <span>{entry.user ?? (entry.metadata['actor'] === 'operator' ? 'Operator' : 'System')}</span>
        {entry.ip_address !== null && <span>IP {entry.ip_address}</span>}
        <span>No. {entry.id}</span>
      </p>
      {details && (
        <details className={styles['details']}>
          <summary>
            Details<span className="visually-hidden"> of entry {entry.id}</span>
          </summary>
          <pre>{JSON.stringify(entry.metadata, null, 2)}</pre>
        </details>
      )}
    </li>
  )
}
