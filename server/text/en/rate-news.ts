import { formatDay, type CalendarDate } from '../../../domain/calendar-date.ts'
import { quotedUnits, TARGET_CURRENCY } from '../../../domain/currency.ts'
import { formatRate, type Rate } from '../../../domain/money.ts'
import type { RateSource } from '../../../domain/rate-precedence.ts'
import { publisherName } from '../../../domain/publisher.ts'
import type { Series } from '../../../domain/series.ts'
import { seriesName } from '../../../text/names.ts'
import { currencyName, t } from '../../../text/sentences.ts'

const amount = (rate: Rate) => `${formatRate(rate)} ${TARGET_CURRENCY}`

/** The Atom feed of a series. */
export const rateNewsText = {
  title: (series: Series, product: string) =>
    `${seriesName(series)} in ${TARGET_CURRENCY} · ${product}`,
  subtitle: ({ currency, kind, publisher }: Series) =>
    `Each new ${publisher ? `${publisherName(publisher)} ` : ''}${t.rateNames[kind]} of the ` +
    `${currencyName(currency)} in Sri Lankan rupees, and each correction. The bundled ` +
    'sample is left out.',
  newRate: (series: Series, date: CalendarDate, rate: Rate) =>
    `${seriesName(series)} ${amount(rate)}, ${formatDay(date)}`,
  corrected: (series: Series, date: CalendarDate, rate: Rate) =>
    `${seriesName(series)} corrected to ${amount(rate)}, ${formatDay(date)}`,
  withdrawn: (series: Series, date: CalendarDate) =>
    `${seriesName(series)} withdrawn, ${formatDay(date)}`,
  is: ({ currency }: Series, date: CalendarDate, rate: Rate, source: RateSource) =>
    `${quotedUnits(currency)} = ${amount(rate)} on ${formatDay(date)}. Source: ${t.sourceNames[source]}.`,
  was: (rate: Rate) => `Before the correction it was ${amount(rate)}.`,
  isNone: (date: CalendarDate, rate: Rate) =>
    `There is no rate of ${formatDay(date)} any more. It was ${amount(rate)}.`,
}
