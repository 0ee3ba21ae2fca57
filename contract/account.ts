import { sessionEndpoint } from './endpoint.ts'
import type * as schema from './schema/account.schema.ts'

export const renameUser = sessionEndpoint<typeof schema.renameUser>('POST', '/api/auth/user/name')

export const exportAccount = sessionEndpoint<typeof schema.exportAccount>('GET', '/api/auth/user/export')

export const closeAccount = sessionEndpoint<typeof schema.closeAccount>('POST', '/api/auth/user/close')
