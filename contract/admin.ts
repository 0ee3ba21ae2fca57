import { adminEndpoint } from './endpoint.ts'
import type * as schema from './schema/admin.schema.ts'

export const installationState = adminEndpoint<typeof schema.installationState>('GET', '/api/admin/state')

export const listUsers = adminEndpoint<typeof schema.listUsers>('GET', '/api/admin/users')

export const inviteUser = adminEndpoint<typeof schema.inviteUser>('POST', '/api/admin/invitations')

export const withdrawInvitation = adminEndpoint<typeof schema.withdrawInvitation>(
  'POST',
  '/api/admin/invitations/withdraw',
)

export const approveUser = adminEndpoint<typeof schema.approveUser>('POST', '/api/admin/users/:id/approve')

export const rejectUser = adminEndpoint<typeof schema.rejectUser>('POST', '/api/admin/users/:id/reject')

export const suspendUser = adminEndpoint<typeof schema.suspendUser>('POST', '/api/admin/users/:id/suspend')

export const unsuspendUser = adminEndpoint<typeof schema.unsuspendUser>(
  'POST',
  '/api/admin/users/:id/unsuspend',
)

export const endUserAccess = adminEndpoint<typeof schema.endUserAccess>(
  'POST',
  '/api/admin/users/:id/end-access',
)

export const requestImport = adminEndpoint<typeof schema.requestImport>('POST', '/api/admin/feed/import')
