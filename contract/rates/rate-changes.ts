import type { Endpoint } from '../endpoint.ts'
import type * as schema from '../schema/rates/rate-changes.schema.ts'

/** 20 changes, each with its reason to be checked. */
const CHANGES_BYTES = 16_384

export const entriesOfDay: Endpoint<'read', typeof schema.entriesOfDay> = {
  method: 'GET',
  url: '/api/exchange-rate/manual/day',
  access: 'read',
}

export const changeManualRates: Endpoint<'write', typeof schema.changeManualRates> = {
  method: 'POST',
  url: '/api/exchange-rate/manual/changes',
  access: 'write',
  bodyLimit: CHANGES_BYTES,
}
