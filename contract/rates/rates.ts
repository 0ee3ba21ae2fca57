import type { Endpoint } from '../endpoint.ts'
import type * as schema from '../schema/rates/rates.schema.ts'

export const currentRate: Endpoint<'public', typeof schema.currentRate> = {
  method: 'GET',
  url: '/api/exchange-rate/current/:currency',
  access: 'public',
  anyOrigin: true,
}

export const lastSevenDays: Endpoint<'public', typeof schema.lastSevenDays> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/last-seven-days',
  access: 'public',
  anyOrigin: true,
}

export const feedState: Endpoint<'public', typeof schema.feedState> = {
  method: 'GET',
  url: '/api/exchange-rate/feed',
  access: 'public',
  anyOrigin: true,
}

export const rateStream: Endpoint<'public', typeof schema.rateStream> = {
  method: 'GET',
  url: '/api/exchange-rate/stream',
  access: 'public',
  anyOrigin: true,
  media: ['text/event-stream'],
}
