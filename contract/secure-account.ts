import { signInCall } from './endpoint.ts'
import type * as schema from './schema/secure-account.schema.ts'

export const inspectSecureAccountLink = signInCall<typeof schema.inspectSecureAccountLink>(
  '/api/auth/secure-account/link',
)

export const secureAccount = signInCall<typeof schema.secureAccount>('/api/auth/secure-account')
