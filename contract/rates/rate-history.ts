import { publicRead, XLSX_TYPE } from '../endpoint.ts'
import type * as schema from '../schema/rates/rate-history.schema.ts'

export const rateHistory = publicRead<typeof schema.rateHistory>('/api/exchange-rate/:currency/history')

export const rateHistoryCsv = publicRead<typeof schema.rateHistoryCsv>(
  '/api/exchange-rate/:currency/history.csv',
  { media: ['text/csv'] },
)

export const rateHistoryXlsx = publicRead<typeof schema.rateHistoryXlsx>(
  '/api/exchange-rate/:currency/history.xlsx',
  { media: [XLSX_TYPE] },
)

export const allRatesCsv = publicRead<typeof schema.allRatesCsv>('/api/exchange-rate/history.csv', {
  media: ['text/csv'],
})

export const allRatesXlsx = publicRead<typeof schema.allRatesXlsx>('/api/exchange-rate/history.xlsx', {
  media: [XLSX_TYPE],
})

export const citedRate = publicRead<typeof schema.citedRate>('/api/exchange-rate/:currency/on/:date')
