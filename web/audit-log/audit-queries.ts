import { auditTrailState, listAuditEntries, listAuditUsers } from '../../contract/audit-log.ts'
import { queryOf } from '../queries.ts'
import { viewInput } from '../ui/list/list-view.ts'
import type { AuditView } from './audit-view.ts'

/** A page of what a filter finds. */
export const auditListQuery = (view: AuditView) =>
  queryOf('audit-log', listAuditEntries, { querystring: viewInput(view) })

/** Whether the chain holds. */
export const auditStateQuery = () => queryOf('audit-log', auditTrailState, {})

/** The users who appear in the trail. */
export const auditUsersQuery = () => queryOf('audit-log', listAuditUsers, {})
