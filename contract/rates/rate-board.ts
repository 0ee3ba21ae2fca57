import { publicRead } from '../endpoint.ts'
import type * as schema from '../schema/rates/rate-board.schema.ts'

export const rateBoard = publicRead<typeof schema.rateBoard>('/api/exchange-rate/board')
