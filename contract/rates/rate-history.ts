import { XLSX_TYPE, type Endpoint } from '../endpoint.ts'
import type * as schema from '../schema/rates/rate-history.schema.ts'

export const rateHistory: Endpoint<'public', typeof schema.rateHistory> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/history',
  access: 'public',
  anyOrigin: true,
}

export const rateHistoryCsv: Endpoint<'public', typeof schema.rateHistoryCsv> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/history.csv',
  access: 'public',
  anyOrigin: true,
  media: ['text/csv'],
}

export const rateHistoryXlsx: Endpoint<'public', typeof schema.rateHistoryXlsx> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/history.xlsx',
  access: 'public',
  anyOrigin: true,
  media: [XLSX_TYPE],
}

export const allRatesCsv: Endpoint<'public', typeof schema.allRatesCsv> = {
  method: 'GET',
  url: '/api/exchange-rate/history.csv',
  access: 'public',
  anyOrigin: true,
  media: ['text/csv'],
}

export const allRatesXlsx: Endpoint<'public', typeof schema.allRatesXlsx> = {
  method: 'GET',
  url: '/api/exchange-rate/history.xlsx',
  access: 'public',
  anyOrigin: true,
  media: [XLSX_TYPE],
}

export const citedRate: Endpoint<'public', typeof schema.citedRate> = {
  method: 'GET',
  url: '/api/exchange-rate/:currency/on/:date',
  access: 'public',
  anyOrigin: true,
}
