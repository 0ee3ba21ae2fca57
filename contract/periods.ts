import { publicRead, XLSX_TYPE } from './endpoint.ts'
import type * as schema from './schema/periods.schema.ts'

export const periodRates = publicRead<typeof schema.periodRates>('/api/exchange-rate/:currency/periods')

export const periodRatesCsv = publicRead<typeof schema.periodRatesCsv>(
  '/api/exchange-rate/:currency/periods.csv',
  { media: ['text/csv'] },
)

export const periodRatesXlsx = publicRead<typeof schema.periodRatesXlsx>(
  '/api/exchange-rate/:currency/periods.xlsx',
  { media: [XLSX_TYPE] },
)
