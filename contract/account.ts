import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/account.schema.ts'

export const renameUser: Endpoint<'session', typeof schema.renameUser> = {
  method: 'POST',
  url: '/api/auth/user/name',
  access: 'session',
}

export const exportAccount: Endpoint<'session', typeof schema.exportAccount> = {
  method: 'GET',
  url: '/api/auth/user/export',
  access: 'session',
}

export const closeAccount: Endpoint<'session', typeof schema.closeAccount> = {
  method: 'POST',
  url: '/api/auth/user/close',
  access: 'session',
}
