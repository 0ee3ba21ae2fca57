import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/admin.schema.ts'

export const installationState: Endpoint<'admin', typeof schema.installationState> = {
  method: 'GET',
  url: '/api/admin/state',
  access: 'admin',
}

export const listUsers: Endpoint<'admin', typeof schema.listUsers> = {
  method: 'GET',
  url: '/api/admin/users',
  access: 'admin',
}

export const inviteUser: Endpoint<'admin', typeof schema.inviteUser> = {
  method: 'POST',
  url: '/api/admin/invitations',
  access: 'admin',
}

export const withdrawInvitation: Endpoint<'admin', typeof schema.withdrawInvitation> = {
  method: 'POST',
  url: '/api/admin/invitations/withdraw',
  access: 'admin',
}

export const approveUser: Endpoint<'admin', typeof schema.approveUser> = {
  method: 'POST',
  url: '/api/admin/users/:id/approve',
  access: 'admin',
}

export const rejectUser: Endpoint<'admin', typeof schema.rejectUser> = {
  method: 'POST',
  url: '/api/admin/users/:id/reject',
  access: 'admin',
}

export const suspendUser: Endpoint<'admin', typeof schema.suspendUser> = {
  method: 'POST',
  url: '/api/admin/users/:id/suspend',
  access: 'admin',
}

export const unsuspendUser: Endpoint<'admin', typeof schema.unsuspendUser> = {
  method: 'POST',
  url: '/api/admin/users/:id/unsuspend',
  access: 'admin',
}

export const endUserAccess: Endpoint<'admin', typeof schema.endUserAccess> = {
  method: 'POST',
  url: '/api/admin/users/:id/end-access',
  access: 'admin',
}

export const requestImport: Endpoint<'admin', typeof schema.requestImport> = {
  method: 'POST',
  url: '/api/admin/feed/import',
  access: 'admin',
}
