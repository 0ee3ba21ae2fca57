import type { Endpoint } from './endpoint.ts'
import type * as schema from './schema/integrations.schema.ts'

export const rateExport: Endpoint<'public', typeof schema.rateExport> = {
  method: 'GET',
  url: '/api/export/:file',
  access: 'public',
  anyOrigin: true,
  media: ['text/csv', 'text/plain'],
}

export const dayValue: Endpoint<'public', typeof schema.dayValue> = {
  method: 'GET',
  url: '/api/value/:currency/:date.txt',
  access: 'public',
  anyOrigin: true,
  media: ['text/plain'],
}

export const monthValue: Endpoint<'public', typeof schema.monthValue> = {
  method: 'GET',
  url: '/api/value/:currency/:month/:figure.txt',
  access: 'public',
  anyOrigin: true,
  media: ['text/plain'],
}

export const frankfurterDay: Endpoint<'public', typeof schema.frankfurterDay> = {
  method: 'GET',
  url: '/api/compat/frankfurter/v1/:date',
  access: 'public',
  anyOrigin: true,
}

export const frankfurterRate: Endpoint<'public', typeof schema.frankfurterRate> = {
  method: 'GET',
  url: '/api/compat/frankfurter/v2/rate/:base/:quote',
  access: 'public',
  anyOrigin: true,
}

export const frankfurterRates: Endpoint<'public', typeof schema.frankfurterRates> = {
  method: 'GET',
  url: '/api/compat/frankfurter/v2/rates',
  access: 'public',
  anyOrigin: true,
}

export const openExchangeRatesLatest: Endpoint<'public', typeof schema.openExchangeRatesLatest> = {
  method: 'GET',
  url: '/api/compat/openexchangerates/latest.json',
  access: 'public',
  anyOrigin: true,
}

export const openExchangeRatesDay: Endpoint<'public', typeof schema.openExchangeRatesDay> = {
  method: 'GET',
  url: '/api/compat/openexchangerates/historical/:date.json',
  access: 'public',
  anyOrigin: true,
}

export const rateNewsAtom: Endpoint<'public', typeof schema.rateNewsAtom> = {
  method: 'GET',
  url: '/feed/:currency.atom',
  access: 'public',
  anyOrigin: true,
  media: ['application/atom+xml'],
}

export const rateNewsJson: Endpoint<'public', typeof schema.rateNewsJson> = {
  method: 'GET',
  url: '/feed/:currency.json',
  access: 'public',
  anyOrigin: true,
  media: ['application/feed+json'],
}
