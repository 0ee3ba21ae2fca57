import { sessionEndpoint } from './endpoint.ts'
import type * as s from './schema/account.schema.ts'

export const renameUser = sessionEndpoint<typeof s.renameUser>('POST', '/api/auth/user/name')
export const exportAccount = sessionEndpoint<typeof s.exportAccount>('GET', '/api/auth/user/export')
export const closeAccount = sessionEndpoint<typeof s.closeAccount>('POST', '/api/auth/user/close')
