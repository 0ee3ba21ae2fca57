import { adminEndpoint } from './endpoint.ts'
import type * as s from './schema/admin.schema.ts'

export const installationState = adminEndpoint<typeof s.installationState>('GET', '/api/admin/state')
export const listUsers = adminEndpoint<typeof s.listUsers>('GET', '/api/admin/users')
export const inviteUser = adminEndpoint<typeof s.inviteUser>('POST', '/api/admin/invitations')
export const withdrawInvitation = adminEndpoint<typeof s.withdrawInvitation>(
  'POST',
  '/api/admin/invitations/withdraw',
)
export const approveUser = adminEndpoint<typeof s.approveUser>('POST', '/api/admin/users/:id/approve')
export const rejectUser = adminEndpoint<typeof s.rejectUser>('POST', '/api/admin/users/:id/reject')
export const suspendUser = adminEndpoint<typeof s.suspendUser>('POST', '/api/admin/users/:id/suspend')
export const unsuspendUser = adminEndpoint<typeof s.unsuspendUser>('POST', '/api/admin/users/:id/unsuspend')
export const endUserAccess = adminEndpoint<typeof s.endUserAccess>('POST', '/api/admin/users/:id/end-access')
export const requestImport = adminEndpoint<typeof s.requestImport>('POST', '/api/admin/feed/import')
