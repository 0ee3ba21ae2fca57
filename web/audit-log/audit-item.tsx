import { useState } from 'react'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatClock } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { AuditBadge } from './audit-badge.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { auditAddress } from './audit-queries.ts'
import { changesOf } from './entry-changes.ts'
import styles from './audit-log.module.css'

/** One act on the timeline: a row, below which the rest of it opens. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, created_at: at, user, ip_address: ip, metadata } = entry
  const who = user ?? t.auditTrail[metadata['actor'] === 'operator' ? 'operator' : 'system']
  return (
    <li className={styles['item']}>
      <Disclosure
        className={styles['act']}
        onToggle={({ target, currentTarget }) => {
          if (target === currentTarget) setIsOpen(currentTarget.open)
        }}
        summary={
          <>
            <time dateTime={at} className="muted">
              {formatClock(at)}
            </time>
            <AuditBadge action={entry.action} />
            <div className={classNames('breakable', styles['what'])}>
              <p>{entry.description}</p>
              <p className="fine-print">{ip === null ? who : `${who}, ${ip}`}</p>
            </div>
            <span className="muted">
              <span className="visually-hidden">{t.auditTrail.entry}</span> {`#${id}`}
            </span>
          </>
        }
      >
        {isOpen && <AuditDetails entry={entry} />}
      </Disclosure>
    </li>
  )
}

/** What it changed, row by row; all that is kept of it, and by what it is known. */
function AuditDetails({ entry: { id, metadata, hash } }: { entry: AuditEntry }) {
  const changes = changesOf(metadata)
  return (
    <div className={classNames('breakable', styles['details'])}>
      {typeof metadata['reason'] === 'string' && (
        <p>{t.auditTrail.reason({ reason: metadata['reason'] })}</p>
      )}
      {changes.length > 0 && <AuditChanges entry={id} changes={changes} />}
      {Object.keys(metadata).length > 0 && (
        <div>
          <p className="fine-print">{t.auditTrail.metadata}</p>
          <pre role="region" aria-label={t.auditTrail.metadata} tabIndex={0} className="muted">
            {JSON.stringify(metadata, null, 2)}
          </pre>
        </div>
      )}
      <p className="fine-print">
        SHA-256 <code>{hash}</code>
      </p>
      <p>
        <Link href={auditAddress({ entry: String(id) })}>{t.auditTrail.only({ id })}</Link>
      </p>
    </div>
  )
}
