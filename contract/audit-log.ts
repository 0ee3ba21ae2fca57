import { readEndpoint } from './endpoint.ts'
import type * as s from './schema/audit-log.schema.ts'

export const listAuditEntries = readEndpoint<typeof s.listAuditEntries>('GET', '/api/audit-logs')
export const listAuditUsers = readEndpoint<typeof s.listAuditUsers>('GET', '/api/audit-logs/users')
export const auditTrailState = readEndpoint<typeof s.auditTrailState>('GET', '/api/audit-logs/state')
export const exportAuditTrail = readEndpoint<typeof s.exportAuditTrail>('GET', '/api/audit-logs/export', {
  media: ['text/csv', 'application/json'],
})
export const downloadCheckpoints = readEndpoint<typeof s.downloadCheckpoints>(
  'GET',
  '/api/audit-logs/checkpoints',
  { media: ['application/x-ndjson'] },
)
