import { useState } from 'react'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { seriesName } from '../../text/names.ts'
import { Link } from '../link.tsx'
import { classNames } from '../ui/class-names.ts'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { AuditBadge } from './audit-badge.tsx'
import { AuditChanges, citedRateAddress } from './audit-changes.tsx'
import { auditAddress } from './audit-queries.ts'
import { changesOf, rateChanged } from './entry-changes.ts'

import styles from './audit-log.module.css'

/** One act on the timeline. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const details = Object.keys(entry.metadata).length > 0
  const rate = rateChanged(entry.metadata)
  return (
    <li className={styles['item']}>
      <div className={classNames('apart', styles['head'])}>
        <AuditBadge action={entry.action} />
        <ColomboTime instant={entry.created_at} />
      </div>
      <p className="breakable">{entry.description}</p>
      <p className={styles['who']}>
        <span>
          {entry.user ??
            t.auditTrail[entry.metadata['actor'] === 'operator' ? 'operator' : 'system']}
        </span>
        {entry.ip_address !== null && <span>{t.auditTrail.ip({ address: entry.ip_address })}</span>}
        <Link href={auditAddress({ entry: String(entry.id) })}>
          {t.auditTrail.number({ id: entry.id })}
        </Link>
        {rate && (
          <Link href={citedRateAddress(rate.series, rate.date)}>
            {t.auditTrail.citedRate({ name: seriesName(rate.series), day: formatDay(rate.date) })}
          </Link>
        )}
      </p>
      {details && <AuditDetails entry={entry} />}
    </li>
  )
}

/** What else an entry says, as it is kept; rows as a table above, drawn once it is opened. */
function AuditDetails({ entry: { id, metadata } }: { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const changes = changesOf(metadata)
  return (
    <Disclosure
      summary={
        <>
          {t.auditTrail.details}
          <span className="visually-hidden">{t.auditTrail.detailsOf({ id })}</span>
        </>
      }
      className={styles['details']}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      {isOpen && changes.length > 0 && <AuditChanges entry={id} changes={changes} />}
      {(isOpen || changes.length === 0) && <pre>{JSON.stringify(metadata, null, 2)}</pre>}
    </Disclosure>
  )
}
