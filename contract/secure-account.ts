import { signInCall } from './endpoint.ts'
import type * as s from './schema/account.schema.ts'

export const inspectSecureAccountLink = signInCall<typeof s.inspectSecureAccountLink>(
  '/api/auth/secure-account/link',
)
export const secureAccount = signInCall<typeof s.secureAccount>('/api/auth/secure-account')
