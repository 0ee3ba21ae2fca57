import { formatDay, type CalendarDate } from '../../../domain/calendar-date.ts'
import type { Currency } from '../../../domain/currency.ts'
import type { MissingReason } from '../../../domain/rate-precedence.ts'
import { publisherName } from '../../../domain/publisher.ts'
import type { Series } from '../../../domain/series.ts'
import { currencyName, t } from '../../../text/sentences.ts'

/** `Bank sells (TT) rate of the US dollar`. */
const rateOf = ({ currency, kind, publisher }: Series) =>
  `${publisher ? `${publisherName(publisher)} ` : ''}${t.rateNames[kind]} of the ` +
  currencyName(currency)

const NOT_PUBLISHED = 'not published, perhaps because of a bank holiday'

/** What reads and changes of rates are refused with. */
export const ratesText = {
  loading: 'The rates are being loaded. Try again in a moment.',
  beingChanged: 'Many other rates are being changed just now. Try again in a moment.',
  tooManyDownloads: 'Too many downloads are being prepared. Try again in a moment.',
  afterToday: (today: CalendarDate) => `The date must not be after today, ${formatDay(today)}.`,
  futureInstant: 'Choose a time that is not in the future.',
  reversedPeriod: 'The period must begin before it ends.',
  fileTooLong: (rates: number) =>
    `A file of all currencies has at most ${rates.toLocaleString('en')} rates. Choose a ` +
    'shorter period.',
  none: (series: Series, date: CalendarDate) =>
    `No ${rateOf(series)} is known on or before ${formatDay(date)}.`,
  noneOnDay: (series: Series, date: CalendarDate, reason: MissingReason) =>
    `No ${rateOf(series)} on ${formatDay(date)} is known: ` +
    `${reason === 'no holiday list' ? NOT_PUBLISHED : reason}.`,
  /** `before` is the day on which the newest customs rate before `date` began. */
  customsBefore: (currency: Currency, date: CalendarDate, before: CalendarDate) =>
    `No customs rate of the ${currencyName(currency)} begins on ${formatDay(date)}; the one ` +
    `before it began on ${formatDay(before)}.`,
  /** `age` business days lie between the newest rate's day and the requested one. */
  tooOld: (
    series: Series,
    newest: CalendarDate,
    age: number,
    date: CalendarDate,
    maxAge: number,
  ) => {
    const days = age === 1 ? '1 business day' : `${age} business days`
    return (
      `The newest ${rateOf(series)} is of ${formatDay(newest)}, ${days} before ` +
      `${formatDay(date)}; max_age is ${maxAge}.`
    )
  },
}
