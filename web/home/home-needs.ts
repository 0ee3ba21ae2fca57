import { rateBoard } from '../../contract/rate-board.ts'
import { boardInput } from '../rates/rates-needs.ts'
import { need, type Need } from '../need.ts'

/** The answer that the home screen shows: today's rate of each currency. */
export function homeNeeds(): readonly Need[] {
  return [need(rateBoard, boardInput(undefined))]
}
