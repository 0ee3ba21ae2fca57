import { sessionEndpoint } from './endpoint.ts'
import type * as schema from './schema/access-token.schema.ts'

export const listAccessTokens = sessionEndpoint<typeof schema.listAccessTokens>(
  'GET',
  '/api/auth/access-tokens',
)

export const createAccessToken = sessionEndpoint<typeof schema.createAccessToken>(
  'POST',
  '/api/auth/access-tokens',
)

export const revokeAccessToken = sessionEndpoint<typeof schema.revokeAccessToken>(
  'DELETE',
  '/api/auth/access-tokens/:id',
)
