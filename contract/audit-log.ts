import { readEndpoint } from './endpoint.ts'
import type * as schema from './schema/audit-log.schema.ts'

export const listAuditEntries = readEndpoint<typeof schema.listAuditEntries>('GET', '/api/audit-logs')

export const listAuditUsers = readEndpoint<typeof schema.listAuditUsers>('GET', '/api/audit-logs/users')

export const auditTrailState = readEndpoint<typeof schema.auditTrailState>('GET', '/api/audit-logs/state')

export const exportAuditTrail = readEndpoint<typeof schema.exportAuditTrail>(
  'GET',
  '/api/audit-logs/export',
  { media: ['text/csv', 'application/json'] },
)

export const downloadCheckpoints = readEndpoint<typeof schema.downloadCheckpoints>(
  'GET',
  '/api/audit-logs/checkpoints',
  { media: ['application/x-ndjson'] },
)
