import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/entries.schema.ts'

export const recentRates: Endpoint<'read', typeof schema.recentRates> = {
  method: 'GET',
  url: '/api/exchange-rate/recent',
  access: 'read',
}

export const checkManualRate: Endpoint<'read', typeof schema.checkManualRate> = {
  method: 'POST',
  url: '/api/exchange-rate/manual/check',
  access: 'read',
}

export const recordManualRate: Endpoint<'write', typeof schema.recordManualRate> = {
  method: 'POST',
  url: '/api/exchange-rate/manual',
  access: 'write',
}

export const deleteManualRate: Endpoint<'write', typeof schema.deleteManualRate> = {
  method: 'DELETE',
  url: '/api/exchange-rate/manual/:id',
  access: 'write',
}

export const restoreManualRate: Endpoint<'write', typeof schema.restoreManualRate> = {
  method: 'POST',
  url: '/api/exchange-rate/manual/:id/restore',
  access: 'write',
}
