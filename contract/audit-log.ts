import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/audit-log.schema.ts'

export const listAuditEntries: Endpoint<'read', typeof schema.listAuditEntries> = {
  method: 'GET',
  url: '/api/audit-logs',
  access: 'read',
}

export const listAuditUsers: Endpoint<'read', typeof schema.listAuditUsers> = {
  method: 'GET',
  url: '/api/audit-logs/users',
  access: 'read',
}

export const auditTrailState: Endpoint<'read', typeof schema.auditTrailState> = {
  method: 'GET',
  url: '/api/audit-logs/state',
  access: 'read',
}

export const exportAuditTrail: Endpoint<'read', typeof schema.exportAuditTrail> = {
  method: 'GET',
  url: '/api/audit-logs/export',
  access: 'read',
  media: ['text/csv', 'application/json'],
}

export const downloadCheckpoints: Endpoint<'read', typeof schema.downloadCheckpoints> = {
  method: 'GET',
  url: '/api/audit-logs/checkpoints',
  access: 'read',
  media: ['application/x-ndjson'],
}
