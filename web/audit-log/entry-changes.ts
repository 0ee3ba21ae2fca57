import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { isRateKind, seriesOf, type Series } from '../../domain/series.ts'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { t } from '../../text/sentences.ts'

/** One row of what an entry changed. */
export interface EntryChange {
  readonly date: CalendarDate | undefined
  /** Undefined where it is no rate, such as a bank holiday. */
  readonly series: Series | undefined
  /** Empty: there was, or is, none. */
  readonly old: string
  readonly new: string
  readonly remarks: readonly string[]
}

type Metadata = AuditEntry['metadata']

/** What an entry says that it changed, row by row; empty for one that changed nothing of this. */
export function changesOf(metadata: Metadata): EntryChange[] {
  const { changes, corrected } = metadata
  const several = [changes, corrected].find((each) => Array.isArray(each))
  const isOne = rateSeries(metadata) && dayOf(metadata) && 'to' in metadata
  const rows = (several ?? (isOne ? [metadata] : [])) as unknown[]
  return rows.filter(isObject).map((row) => ({
    date: dayOf(row) ?? dayOf({ date: metadata['first_day'] }),
    series: rateSeries({ kind: metadata['kind'], ...row }),
    old: valueText(row['from']),
    new: valueText(row['to']),
    remarks: remarksOf(row),
  }))
}

function dayOf({ date }: Metadata): CalendarDate | undefined {
  return isCalendarDate(date) ? date : undefined
}

function rateSeries({ currency, kind, publisher }: Metadata): Series | undefined {
  if (!isCurrency(currency)) return undefined
  return seriesOf(
    currency,
    typeof kind === 'string' && isRateKind(kind) ? kind : undefined,
    typeof publisher === 'string' ? publisher : undefined,
  )
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return formatRate(fromWire(value))
  return typeof value === 'string' ? value : ''
}

function remarksOf({ rounded_from: from, warnings }: Metadata): string[] {
  const list = Array.isArray(warnings) ? (warnings as unknown[]) : []
  return [
    ...(typeof from === 'string' ? [t.auditChanges.rounded({ from })] : []),
    ...list.flatMap((warning) => {
      const sentence = isObject(warning) ? warning['sentence'] : warning
      return typeof sentence === 'string' ? [sentence] : []
    }),
  ]
}

function isObject(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null
}
