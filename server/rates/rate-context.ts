import type { Context } from '../context.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import type { PublicRates } from './public-rates.ts'

export interface RateContext extends Context {
  readonly liveRateBook: LiveRateBook
  readonly publicRates: PublicRates
}
