import { publicRead } from './endpoint.ts'
import type * as s from './schema/integrations.schema.ts'

const TEXT = { media: ['text/plain'] }

export const rateExport = publicRead<typeof s.rateExport>('/api/export/:file', {
  media: ['text/csv', 'text/plain'],
})
export const dayValue = publicRead<typeof s.dayValue>('/api/value/:currency/:date.txt', TEXT)
export const monthValue = publicRead<typeof s.monthValue>('/api/value/:currency/:month/:figure.txt', TEXT)
export const frankfurterDay = publicRead<typeof s.frankfurterDay>('/api/compat/frankfurter/v1/:date')
export const frankfurterRate = publicRead<typeof s.frankfurterRate>(
  '/api/compat/frankfurter/v2/rate/:base/:quote',
)
export const frankfurterRates = publicRead<typeof s.frankfurterRates>('/api/compat/frankfurter/v2/rates')
export const openExchangeRatesLatest = publicRead<typeof s.openExchangeRatesLatest>(
  '/api/compat/openexchangerates/latest.json',
)
export const openExchangeRatesDay = publicRead<typeof s.openExchangeRatesDay>(
  '/api/compat/openexchangerates/historical/:date.json',
)
export const rateNewsAtom = publicRead<typeof s.rateNewsAtom>('/feed/:currency.atom', {
  media: ['application/atom+xml'],
})
export const rateNewsJson = publicRead<typeof s.rateNewsJson>('/feed/:currency.json', {
  media: ['application/feed+json'],
})
