import type { listAuditEntries } from '../../contract/audit-log.ts'
import type { CallInput } from '../../contract/endpoint.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { isLaterPage, readListView, viewAddress, type ListView } from '../ui/list/list-view.ts'

/** What the audit trail shows. `up_to` is the newest entry to look at, so that pages stand still while entries come in. */
export type AuditView = ListView<CallInput<typeof listAuditEntries>['querystring']>

/** How many entries a page may have, to read and to print; the first is usual. */
export const PAGE_SIZES = ['15', '50', '100'] as const

const isText = () => true
const isCount = (text: string) => /^[1-9]\d{0,8}$/.test(text)

/** Reads `/auditlog?page=…&action=…`. */
export function readAuditView(given = new URLSearchParams()): AuditView {
  const view = readListView<AuditView>(given, {
    page: isLaterPage(9),
    action: isText,
    search: isText,
    from: isCalendarDate,
    to: isCalendarDate,
    user: isText,
    currency: isCurrency,
    rate_from: isCalendarDate,
    rate_to: isCalendarDate,
    entry: isCount,
    per_page: (text) => PAGE_SIZES.some((size) => size === text && size !== PAGE_SIZES[0]),
    up_to: isCount,
  })
  return view.page === '' ? { ...view, up_to: '' } : view
}

/** Only what a view is filtered by. */
export const filterOf = (view: AuditView): AuditView => ({ ...view, page: '', per_page: '', up_to: '' })

export const NO_FILTER = readAuditView()

/** The address of a view. */
export function auditAddress(view: Partial<AuditView>): string {
  return viewAddress('/auditlog', view.page ? view : { ...view, up_to: '' })
}
