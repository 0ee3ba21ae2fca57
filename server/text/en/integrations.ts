import type { Month } from '../../../domain/period.ts'
import type { Series } from '../../../domain/series.ts'
import { CURRENCY_NAMES, RATE_NAMES } from '../../../text/en/names.ts'

/** What reads by other programs are refused with; those of `frankfurter` are that service's own words. */
export const integrationsText = {
  tooManyExports: 'Too many of your downloads are running. Try again in a moment.',
  noneInMonth: ({ currency, kind }: Series, month: Month) =>
    `No ${RATE_NAMES[kind]} of the ${CURRENCY_NAMES[currency]} is known in ${month}.`,
  noRates: 'There are no rates on or before this day.',
  baseMissing: (codes: readonly string[]) => `Name the base: one of ${codes.join(', ')}.`,
  baseUnknown: (codes: readonly string[]) => `The base must be one of ${codes.join(', ')}.`,
  longPeriod: 'Choose at most five years.',
  frankfurter: {
    notFound: 'not found',
    samePair: 'bad currency pair',
    conflictingDates: 'conflicting params',
    unknownCurrency: (code: string) => `invalid currency: ${code}`,
  },
}
