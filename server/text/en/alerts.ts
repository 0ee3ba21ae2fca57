import { dayInColombo, formatDay, timeInColombo, type CalendarDate } from '../../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../../domain/currency.ts'
import { formatChange, formatRate, type Rate } from '../../../domain/money.ts'
import type { RateSource } from '../../../domain/rate-precedence.ts'
import type { Series } from '../../../domain/series.ts'
import { seriesName, SOURCE_NAMES } from '../../../text/en/names.ts'
import { waitInWords } from './waits.ts'

const amount = (rate: Rate) => `${formatRate(rate)} ${TARGET_CURRENCY}`

/** `+1.63 %`, to two decimals. */
function inPercent(rate: Rate, before: Rate): string {
  const percent = ((rate - before) / before) * 100
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)} %`
}

/** What calls about alerts respond with. */
export const alertsText = {
  requested:
    'Check your mailbox and open the link in the email to confirm the alert. No second email is sent within 24 hours: if you had one, use its link.',
  tooManyRequests: (wait: number) =>
    `Too many alerts are being requested. Try again in ${waitInWords(wait)}.`,
  linkDead: 'This link has expired, or its alerts have ended. Request an alert to get another link.',
  tooMany: (most: number) => `An address can have ${most} alerts. End one that you no longer use.`,
  ended: 'This alert has ended already.',
  unsubscribed: 'This alert has ended. It sends no more emails.',
}

/** Emails about alerts. `product` is the site's name. */
export const alertEmailText = {
  confirm: {
    subject: (product: string) => `Confirm your alert from ${product}`,
    lead: (product: string) => `An email alert from ${product} was requested for this address:`,
    link: 'To confirm it, open this page and press "Confirm"',
    requested: (device: string, ip: string, at: Date) =>
      `Requested with ${device} from ${ip}, ${formatDay(dayInColombo(at))}, ${timeInColombo(at)} Sri Lanka time.`,
    notYou:
      'If this was not you, you do not need to do anything: no other email is sent, and the address is erased after a day.',
  },
  subject: {
    crossed: (series: Series, rate: Rate, name: string) => `${seriesName(series)} ${amount(rate)}: ${name}`,
    moved: (series: Series, rate: Rate, before: Rate) =>
      `${seriesName(series)} ${amount(rate)}: ${inPercent(rate, before)}`,
    published: (series: Series, rate: Rate, date: CalendarDate) =>
      `${seriesName(series)} ${amount(rate)}, ${formatDay(date)}`,
    corrected: (series: Series) => `${seriesName(series)} corrected`,
    stale: 'No new exchange rates',
    daily: (date: CalendarDate) => `Exchange rates of ${formatDay(date)}`,
  },
  is: (series: Series, rate: Rate, date: CalendarDate, source: RateSource) =>
    `${seriesName(series)}: ${amount(rate)}, ${formatDay(date)} (${SOURCE_NAMES[source]}).`,
  was: (rate: Rate, before: Rate, date: CalendarDate) =>
    `Before: ${amount(before)}, ${formatDay(date)}. Change: ${formatChange(rate - before)} (${inPercent(rate, before)}).`,
  corrected: (date: CalendarDate, rate: Rate, before: Rate) =>
    `${formatDay(date)}: ${amount(rate)}, before ${amount(before)}.`,
  withdrawn: (date: CalendarDate, before: Rate) =>
    `${formatDay(date)}: no rate any more, before ${amount(before)}.`,
  moreCorrections: (count: number) => `And ${count} more.`,
  noRate: (series: Series) => `${seriesName(series)}: no rate is known.`,
  stale: (date: CalendarDate) =>
    `The newest published rates are of ${formatDay(date)}. None has come for more than a business day.`,
  see: 'See the rates',
  why: (name: string) => `You get this email because you confirmed the alert “${name}”.`,
  manage: 'Change or end your alerts',
}
