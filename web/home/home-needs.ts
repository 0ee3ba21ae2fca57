import { currentRate } from '../../contract/exchange-rate.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { need, type Need } from '../need.ts'

/** The answers that the home screen shows: today's rate of each currency. */
export function homeNeeds(): readonly Need[] {
  return CURRENCIES.map((currency) => need(currentRate, { params: { currency }, querystring: {} }))
}
