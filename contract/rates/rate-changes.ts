import { readEndpoint, writeEndpoint } from '../endpoint.ts'
import type * as s from '../schema/rates/rate-changes.schema.ts'

/** 20 changes, each with its reason to be checked. */
const CHANGES = { bodyLimit: 16_384 }

export const entriesOfDay = readEndpoint<typeof s.entriesOfDay>('GET', '/api/exchange-rate/manual/day')
export const changeManualRates = writeEndpoint<typeof s.changeManualRates>(
  'POST',
  '/api/exchange-rate/manual/changes',
  CHANGES,
)
