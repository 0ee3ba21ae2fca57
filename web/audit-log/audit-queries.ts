import { auditTrailState, listAuditEntries } from '../../contract/audit-log.ts'
import { queryOf } from '../queries.ts'
import { auditInput, readAuditView, type AuditView } from './audit-view.ts'

/** A page of what a filter finds. */
export const auditListQuery = (view: AuditView) =>
  queryOf('audit-log', listAuditEntries, { querystring: auditInput(view) })

/** Whether the chain holds. */
export const auditStateQuery = () => queryOf('audit-log', auditTrailState, {})

/** What the audit trail's screen shows. */
export const auditLoader = ({ search }: { readonly search: URLSearchParams }) => [
  auditListQuery(readAuditView(search)),
  auditStateQuery(),
]
