import { publicRead } from './endpoint.ts'
import type * as schema from './schema/integrations.schema.ts'

export const rateExport = publicRead<typeof schema.rateExport>('/api/export/:file', {
  media: ['text/csv', 'text/plain'],
})

export const dayValue = publicRead<typeof schema.dayValue>('/api/value/:currency/:date.txt', {
  media: ['text/plain'],
})

export const monthValue = publicRead<typeof schema.monthValue>('/api/value/:currency/:month/:figure.txt', {
  media: ['text/plain'],
})

export const frankfurterDay = publicRead<typeof schema.frankfurterDay>('/api/compat/frankfurter/v1/:date')

export const frankfurterRate = publicRead<typeof schema.frankfurterRate>(
  '/api/compat/frankfurter/v2/rate/:base/:quote',
)

export const frankfurterRates = publicRead<typeof schema.frankfurterRates>('/api/compat/frankfurter/v2/rates')

export const openExchangeRatesLatest = publicRead<typeof schema.openExchangeRatesLatest>(
  '/api/compat/openexchangerates/latest.json',
)

export const openExchangeRatesDay = publicRead<typeof schema.openExchangeRatesDay>(
  '/api/compat/openexchangerates/historical/:date.json',
)

export const rateNewsAtom = publicRead<typeof schema.rateNewsAtom>('/feed/:currency.atom', {
  media: ['application/atom+xml'],
})

export const rateNewsJson = publicRead<typeof schema.rateNewsJson>('/feed/:currency.json', {
  media: ['application/feed+json'],
})
