import { publicRead } from '../endpoint.ts'
import type * as s from '../schema/rates/rate-history.schema.ts'

export const rateBoard = publicRead<typeof s.rateBoard>('/api/exchange-rate/board')
