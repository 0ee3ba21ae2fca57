import { calendarDateOf } from '../../domain/calendar-date.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { download } from '../connection/download.ts'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { auditInput, type AuditView } from './audit-queries.ts'

const FORMATS = ['csv', 'jsonl'] as const

/** Gives exactly what is filtered as a file; on paper it says what is filtered instead. */
export function AuditExport({ filter }: { filter: AuditView }) {
  const exporting = useAction(async (format: (typeof FORMATS)[number]) => {
    await download(
      'GET /api/audit-logs/export',
      { query: { ...auditInput(filter), format } },
      `audit-trail.${format}`,
    )
  })
  return (
    <div>
      <p data-paper-only>{chosenText(filter)}</p>
      <Menu name={t.auditTrail.export}>
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            data-closes=""
            disabled={exporting.busy}
            onClick={() => void exporting.run(format)}
          >
            {t.auditTrail.formats[format]}
          </button>
        ))}
      </Menu>
      {exporting.busy && <span role="status">{t.auditTrail.preparing}</span>}
      {exporting.error && <Notice kind="error">{exporting.error.message}</Notice>}
    </div>
  )
}

/**
 * What is filtered, as a line for print, where the form is not: `Rates from: 20 Nov 2026. User:
 * nimal@example.lk.`
 */
function chosenText({ from, to, rate_from, rate_to, ...filter }: AuditView): string {
  const day = (value: string) => (value === '' ? '' : formatDay(calendarDateOf(value)))
  const parts = [
    [t.auditTrail.entry, filter.entry],
    [t.auditTrail.action, filter.action],
    [t.auditTrail.search, filter.search],
    [t.auditTrail.from, day(from)],
    [t.auditTrail.to, day(to)],
    [t.auditTrail.rateFrom, day(rate_from)],
    [t.auditTrail.rateTo, day(rate_to)],
    [t.auditTrail.user, filter.user],
    [t.auditTrail.currency, filter.currency],
  ] as const
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}.`])).join(' ')
}
