import { publicRead, XLSX_TYPE } from '../endpoint.ts'
import type * as s from '../schema/rates/rate-history.schema.ts'

const CSV = { media: ['text/csv'] }
const XLSX = { media: [XLSX_TYPE] }

export const rateHistory = publicRead<typeof s.rateHistory>('/api/exchange-rate/:currency/history')
export const rateHistoryCsv = publicRead<typeof s.rateHistoryCsv>(
  '/api/exchange-rate/:currency/history.csv',
  CSV,
)
export const rateHistoryXlsx = publicRead<typeof s.rateHistoryXlsx>(
  '/api/exchange-rate/:currency/history.xlsx',
  XLSX,
)
export const allRatesCsv = publicRead<typeof s.allRatesCsv>('/api/exchange-rate/history.csv', CSV)
export const allRatesXlsx = publicRead<typeof s.allRatesXlsx>('/api/exchange-rate/history.xlsx', XLSX)
export const citedRate = publicRead<typeof s.citedRate>('/api/exchange-rate/:currency/on/:date')
