import type { Month } from '../../../domain/period.ts'
import type { Series } from '../../../domain/series.ts'
import { currencyName, t } from '../../../text/sentences.ts'

/**
 * What reads by other programs are refused with; those of `frankfurter` are that service's own
 * words.
 */
export const integrationsText = {
  tooManyExports: 'Too many of your downloads are running. Try again in a moment.',
  noneInMonth: ({ currency, kind }: Series, month: Month) =>
    `No ${t.rateNames[kind]} of the ${currencyName(currency)} is known in ${month}.`,
  longPeriod: 'Choose at most five years.',
  frankfurter: {
    notFound: 'not found',
    samePair: 'bad currency pair',
    conflictingDates: 'conflicting params',
    rateTypes: { main: 'indicative rate', bank: 'TT selling rate' },
    unknownCurrency: (code: string) => `invalid currency: ${code}`,
  },
}
