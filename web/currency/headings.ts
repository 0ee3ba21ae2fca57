import type { Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'
import { KIND_NAMES } from '../../text/en/names.ts'
import { currencyText } from '../text/en/currency.ts'

/** The heading of a rate: `1 USD in LKR`, with its kind where the response names one. */
export function inRupees(currency: Currency, kind: RateKind | undefined): string {
  return currencyText.inRupees(currency, kind && KIND_NAMES[kind])
}
