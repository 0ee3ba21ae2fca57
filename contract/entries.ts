import { readEndpoint, writeEndpoint } from './endpoint.ts'
import type * as s from './schema/entries.schema.ts'

export const recentRates = readEndpoint<typeof s.recentRates>('GET', '/api/exchange-rate/recent')
export const checkManualRate = readEndpoint<typeof s.checkManualRate>(
  'POST',
  '/api/exchange-rate/manual/check',
)
export const recordManualRate = writeEndpoint<typeof s.recordManualRate>('POST', '/api/exchange-rate/manual')
export const deleteManualRate = writeEndpoint<typeof s.deleteManualRate>(
  'DELETE',
  '/api/exchange-rate/manual/:id',
)
export const restoreManualRate = writeEndpoint<typeof s.restoreManualRate>(
  'POST',
  '/api/exchange-rate/manual/:id/restore',
)
