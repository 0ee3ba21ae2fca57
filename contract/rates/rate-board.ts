import type { Endpoint } from '../endpoint.ts'
import type * as schema from '../schema/rates/rate-board.schema.ts'

export const rateBoard: Endpoint<'public', typeof schema.rateBoard> = {
  method: 'GET',
  url: '/api/exchange-rate/board',
  access: 'public',
  anyOrigin: true,
}
