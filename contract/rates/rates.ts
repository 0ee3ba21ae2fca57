import { publicRead } from '../endpoint.ts'
import type * as schema from '../schema/rates/rates.schema.ts'

export const currentRate = publicRead<typeof schema.currentRate>('/api/exchange-rate/current/:currency')

export const lastSevenDays = publicRead<typeof schema.lastSevenDays>(
  '/api/exchange-rate/:currency/last-seven-days',
)

export const feedState = publicRead<typeof schema.feedState>('/api/exchange-rate/feed')

export const rateStream = publicRead<typeof schema.rateStream>('/api/exchange-rate/stream', {
  media: ['text/event-stream'],
})
