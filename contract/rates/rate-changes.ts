import { readEndpoint, writeEndpoint } from '../endpoint.ts'
import type * as schema from '../schema/rates/rate-changes.schema.ts'

/** 20 changes, each with its reason to be checked. */
const CHANGES_BYTES = 16_384

export const entriesOfDay = readEndpoint<typeof schema.entriesOfDay>('GET', '/api/exchange-rate/manual/day')

export const changeManualRates = writeEndpoint<typeof schema.changeManualRates>(
  'POST',
  '/api/exchange-rate/manual/changes',
  { bodyLimit: CHANGES_BYTES },
)
