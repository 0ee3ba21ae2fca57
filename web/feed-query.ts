import { queryOf } from './queries.ts'

/** Which feed is followed, and how it is. */
export const feedQuery = () => queryOf('rates', 'GET /api/exchange-rate/feed', {})
