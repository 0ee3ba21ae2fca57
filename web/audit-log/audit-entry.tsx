import { useState } from 'react'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { isRateKind, seriesOf, type Series } from '../../domain/series.ts'
import { capitalised, seriesLabel } from '../../text/names.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { citedAddress } from '../rates/rates.ts'
import { Disclosure } from '../ui/card.tsx'
import { Badge } from '../ui/notice.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { formatClock } from '../ui/time.tsx'
import { auditAddress } from './audit-parameters.ts'
import styles from './audit-log.module.css'

/** The colours of section 9 of the specification, by the first word of an action. */
const COLOURS: Readonly<Record<string, string>> = {
  login: 'green',
  logout: 'grey',
  create: 'blue',
  update: 'yellow',
  delete: 'red',
}

export function AuditBadge({ action }: { action: string }) {
  const colour = COLOURS[action.toLowerCase().split(/[^a-z]/)[0] ?? ''] ?? 'lightBlue'
  return <Badge tone={{ className: styles[colour] }}>{capitalised(action)}</Badge>
}

export function AuditItem({ entry }: { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, created_at: at, actor, user, name, ip_address: ip } = entry
  const who = user ?? name ?? (actor === 'user' ? t.auditTrail.someone : t.auditTrail[actor])
  return (
    <li className={styles['item']}>
      <Disclosure
        className={styles['act'] ?? ''}
        onToggle={({ target, currentTarget }) => {
          if (target === currentTarget) setIsOpen(currentTarget.open)
        }}
        summary={
          <>
            <time dateTime={at} className="muted">
              {formatClock(at)}
            </time>
            <AuditBadge action={entry.action} />
            <span className={`breakable ${styles['what']}`}>
              <span>{entry.description.replaceAll(' LKR', '\u00a0LKR')}</span>
              <span className="second-line">{ip === null ? who : `${who}, ${ip}`}</span>
            </span>
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

type Metadata = AuditEntry['metadata']

function AuditDetails({ entry: { id, metadata, hash } }: { entry: AuditEntry }) {
  const { changes = [], changes_total: total = 0 } = metadata as {
    changes?: Metadata[]
    changes_total?: number
  }
  const text = (name: string) => {
    const value = metadata[name]
    return typeof value === 'string' ? value : undefined
  }
  const json = (
    <pre role="region" aria-label={t.auditTrail.metadata} tabIndex={0} className="muted">
      {JSON.stringify(metadata, null, 2)}
    </pre>
  )
  const [reason, email] = [text('reason'), text('subject_email')]
  return (
    <div className={`breakable ${styles['details']}`}>
      {email !== undefined && <p>{t.auditTrail.about({ email })}</p>}
      {reason !== undefined && <p>{t.auditTrail.reason({ reason })}</p>}
      {changes.length > 0 && <AuditChanges entry={id} changes={changes} />}
      {total > changes.length && (
        <p className="fine-print">{t.auditTrail.firstChanges({ shown: changes.length, total })}</p>
      )}
      {changes.length > 0 ? (
        <Disclosure summary={t.auditTrail.metadata}>{json}</Disclosure>
      ) : (
        Object.keys(metadata).length > 0 && json
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

interface ChangesProps {
  readonly entry: number
  readonly changes: readonly Metadata[]
}

function AuditChanges({ entry, changes }: ChangesProps) {
  const rows = changes.map((change) => ({
    date: isCalendarDate(change['date']) ? change['date'] : undefined,
    series: readSeries(change),
    from: valueText(change['from']),
    to: valueText(change['to']),
    remarks: readRemarks(change),
  }))
  const hasSeries = rows.some(({ series }) => series)
  const hasRemarks = rows.some(({ remarks }) => remarks !== '')
  const columns = [
    t.auditChanges.day,
    ...(hasSeries ? [t.auditChanges.rate] : []),
    { title: t.auditChanges.old, numeric: hasSeries },
    { title: t.auditChanges.new, numeric: hasSeries },
    ...(hasRemarks ? [t.auditChanges.remarks] : []),
  ]
  return (
    <Table caption={t.auditChanges.caption({ id: entry })} columns={columns}>
      {rows.map(({ date, series, from, to, remarks }, index) => (
        <Row key={index}>
          <Cell heading>
            {date && series ? (
              <Link href={citedAddress({ ...series, date })}>{formatDay(date)}</Link>
            ) : (
              date && formatDay(date)
            )}
          </Cell>
          {hasSeries && <Cell>{series && seriesLabel(series)}</Cell>}
          <Cell numeric={hasSeries}>{from}</Cell>
          <Cell numeric={hasSeries}>{to}</Cell>
          {hasRemarks && <Cell>{remarks}</Cell>}
        </Row>
      ))}
    </Table>
  )
}

function readSeries({ currency, kind, publisher }: Metadata): Series | undefined {
  if (!isCurrency(currency)) return undefined
  return seriesOf(
    currency,
    typeof kind === 'string' && isRateKind(kind) ? kind : undefined,
    typeof publisher === 'string' ? publisher : undefined,
  )
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return formatRate(fromWire(value))
  return typeof value === 'string' && value !== '' ? value : '–'
}

function readRemarks({ rounded_from: from, warnings }: Metadata): string {
  const list = Array.isArray(warnings) ? (warnings as Metadata[]) : []
  const sentences = list.map(({ sentence }) => sentence)
  return [typeof from === 'string' && t.auditChanges.rounded({ from }), ...sentences]
    .filter(Boolean)
    .join(' ')
}
