import { XLSX_TYPE, type Endpoint } from './endpoint.ts'
import type * as schema from './schema/periods.schema.ts'

export const periodRates: Endpoint<'public', typeof schema.periodRates> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/periods',
  access: 'public',
  anyOrigin: true,
}

export const periodRatesCsv: Endpoint<'public', typeof schema.periodRatesCsv> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/periods.csv',
  access: 'public',
  anyOrigin: true,
  media: ['text/csv'],
}

export const periodRatesXlsx: Endpoint<'public', typeof schema.periodRatesXlsx> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/periods.xlsx',
  access: 'public',
  anyOrigin: true,
  media: [XLSX_TYPE],
}
