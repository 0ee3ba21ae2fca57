import { publicRead, XLSX_TYPE } from './endpoint.ts'
import type * as s from './schema/periods.schema.ts'

export const periodRates = publicRead<typeof s.periodRates>('/api/exchange-rate/:currency/periods')
export const periodRatesCsv = publicRead<typeof s.periodRatesCsv>(
  '/api/exchange-rate/:currency/periods.csv',
  { media: ['text/csv'] },
)
export const periodRatesXlsx = publicRead<typeof s.periodRatesXlsx>(
  '/api/exchange-rate/:currency/periods.xlsx',
  { media: [XLSX_TYPE] },
)
