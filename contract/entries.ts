import { readEndpoint, writeEndpoint } from './endpoint.ts'
import type * as schema from './schema/entries.schema.ts'

export const recentRates = readEndpoint<typeof schema.recentRates>('GET', '/api/exchange-rate/recent')

export const checkManualRate = readEndpoint<typeof schema.checkManualRate>(
  'POST',
  '/api/exchange-rate/manual/check',
)

export const recordManualRate = writeEndpoint<typeof schema.recordManualRate>(
  'POST',
  '/api/exchange-rate/manual',
)

export const deleteManualRate = writeEndpoint<typeof schema.deleteManualRate>(
  'DELETE',
  '/api/exchange-rate/manual/:id',
)

export const restoreManualRate = writeEndpoint<typeof schema.restoreManualRate>(
  'POST',
  '/api/exchange-rate/manual/:id/restore',
)
