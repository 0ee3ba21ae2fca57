import { publicRead } from '../endpoint.ts'
import type * as s from '../schema/rates/rates.schema.ts'

export const currentRate = publicRead<typeof s.currentRate>('/api/exchange-rate/current/:currency')
export const lastSevenDays = publicRead<typeof s.lastSevenDays>(
  '/api/exchange-rate/:currency/last-seven-days',
)
export const feedState = publicRead<typeof s.feedState>('/api/exchange-rate/feed')
export const rateStream = publicRead<typeof s.rateStream>('/api/exchange-rate/stream', {
  media: ['text/event-stream'],
})
