import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/secure-account.schema.ts'

export const inspectSecureAccountLink: Endpoint<'public', typeof schema.inspectSecureAccountLink> = {
  method: 'POST',
  url: '/api/auth/secure-account/link',
  access: 'public',
  limit: 'sign-in',
}

export const secureAccount: Endpoint<'public', typeof schema.secureAccount> = {
  method: 'POST',
  url: '/api/auth/secure-account',
  access: 'public',
  limit: 'sign-in',
}
