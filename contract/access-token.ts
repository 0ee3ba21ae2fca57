import { sessionEndpoint } from './endpoint.ts'
import type * as s from './schema/access-token.schema.ts'

export const listAccessTokens = sessionEndpoint<typeof s.listAccessTokens>('GET', '/api/auth/access-tokens')
export const createAccessToken = sessionEndpoint<typeof s.createAccessToken>(
  'POST',
  '/api/auth/access-tokens',
)
export const revokeAccessToken = sessionEndpoint<typeof s.revokeAccessToken>(
  'DELETE',
  '/api/auth/access-tokens/:id',
)
