import { useState } from 'react'
import type { AuditEntry } from '../../contract/schema/audit-log.schema.ts'
import { formatDay } from '../../text/en/days.ts'
import { seriesName } from '../../text/en/names.ts'
import { Link } from '../link.tsx'
import { classNames } from '../ui/class-names.ts'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Facts } from '../ui/list/facts.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { AuditBadge } from './audit-badge.tsx'
import { AuditChanges, citedRateAddress } from './audit-changes.tsx'
import { auditAddress } from './audit-queries.ts'
import { changesOf, factsOf, rateChanged } from './entry-changes.ts'
import { auditTrailText } from '../text/en/work/audit-log.ts'
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
          {entry.user ?? auditTrailText[entry.metadata['actor'] === 'operator' ? 'operator' : 'system']}
        </span>
        {entry.ip_address !== null && <span>{auditTrailText.ip(entry.ip_address)}</span>}
        <Link href={auditAddress({ entry: String(entry.id) })}>{auditTrailText.number(entry.id)}</Link>
        {rate && (
          <Link href={citedRateAddress(rate.series, rate.date)}>
            {auditTrailText.citedRate(seriesName(rate.series), formatDay(rate.date))}
          </Link>
        )}
      </p>
      {details && <AuditDetails entry={entry} />}
    </li>
  )
}

/** What else an entry says: rows as a table, a single act as it is kept. Drawn once it is opened. */
function AuditDetails({ entry: { id, metadata } }: { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const changes = changesOf(metadata)
  const isTable = changes.length > 0
  return (
    <Disclosure
      summary={
        <>
          {auditTrailText.details}
          <span className="visually-hidden">{auditTrailText.detailsOf(id)}</span>
        </>
      }
      className={styles['details']}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      {!isTable && <pre>{JSON.stringify(metadata, null, 2)}</pre>}
      {isTable && isOpen && (
        <>
          <Facts facts={factsOf(metadata)} />
          <AuditChanges entry={id} changes={changes} />
        </>
      )}
    </Disclosure>
  )
}
