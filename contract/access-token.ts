import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/access-token.schema.ts'

export const listAccessTokens: Endpoint<'session', typeof schema.listAccessTokens> = {
  method: 'GET',
  url: '/api/auth/access-tokens',
  access: 'session',
}

export const createAccessToken: Endpoint<'session', typeof schema.createAccessToken> = {
  method: 'POST',
  url: '/api/auth/access-tokens',
  access: 'session',
}

export const revokeAccessToken: Endpoint<'session', typeof schema.revokeAccessToken> = {
  method: 'DELETE',
  url: '/api/auth/access-tokens/:id',
  access: 'session',
}
