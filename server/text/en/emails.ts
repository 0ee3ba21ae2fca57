import { dayInColombo, timeInColombo, type CalendarDate } from '../../../domain/calendar-date.ts'
import type { RateSource } from '../../../domain/rate-precedence.ts'
import type { Series } from '../../../domain/series.ts'
import { alertName } from '../../../text/en/alert-names.ts'
import { formatDay } from '../../../text/en/days.ts'
import { seriesName, SOURCE_NAMES } from '../../../text/en/names.ts'

const time = (instant: Date) => `${timeInColombo(instant)} Sri Lanka time`

/** A day and time of Colombo's, such as `29 Sep 2026, 23:55 Sri Lanka time`. */
const moment = (instant: Date) => `${formatDay(dayInColombo(instant))}, ${time(instant)}`

/** From where and when something was done. */
export interface Origin {
  readonly device: string
  readonly ip: string
  readonly at: Date
}

const origin = ({ device, ip, at }: Origin) => `${device}, from ${ip}, ${moment(at)}`

/** How emails begin. */
export const greetingText = {
  named: (name: string) => `Hello ${name},`,
  unnamed: 'Hello,',
}

/** The email with a code and a link; the first where it follows a registration. `product` is the site's name in all of these. */
export const codeEmailText = {
  welcome: {
    subject: (product: string) => `Welcome to ${product}`,
    lead: (product: string) =>
      `An account at ${product} was created with this address. To sign in for the first time, enter this code:`,
  },
  signIn: {
    subject: (product: string) => `Your sign-in code for ${product}`,
    lead: (product: string) => `To sign in to ${product}, enter this code:`,
  },
  life: (minutes: number, until: Date) =>
    `It works once and expires in ${minutes} minutes, at ${time(until)}. A newer email replaces it.`,
  link: 'Or open this page and press "Sign in"',
  requested: ({ device, ip, at }: Origin) => `Requested with ${device} from ${ip}, ${moment(at)}.`,
  notYou: (product: string) =>
    'If this was not you, you can ignore this email: nobody can sign in without it. Do not share the code with anyone; nobody at ' +
    `${product} will ever ask you for it.`,
}

/** Emails about the security of an account. */
export const securityEmailText = {
  newDevice: {
    subject: (product: string) => `New sign-in to ${product}`,
    what: (product: string, from: Origin) =>
      `Someone signed in to your ${product} account from a new device: ${origin(from)}.`,
  },
  sessionElsewhere: {
    subject: (product: string) => `Unusual use of your ${product} session`,
    what: (product: string, from: Origin) =>
      `A session of your ${product} account is now used from another device and network: ${origin(from)}.`,
    before: (device: string, ip: string) =>
      `Before that, the session was used with ${device}, from ${ip}. A session normally stays on one device, so someone may have copied it.`,
  },
  newAccessToken: {
    subject: (product: string) => `New access token for ${product}`,
    what: (product: string) =>
      `An access token was created for your ${product} account. Whoever has it can use the API in your name.`,
    name: (name: string) => `Name: ${name}`,
    permission: (scope: 'read' | 'write') => `Permission: ${scope === 'write' ? 'read and write' : 'read'}`,
    expires: (at: Date) => `Expires: ${formatDay(dayInColombo(at))}`,
    createdWith: (from: Origin) => `Created with: ${origin(from)}`,
  },
  you: 'If this was you, you do not need to do anything.',
  notYou: 'If this was not you, open this page and press "End all sessions and tokens"',
  linkLife: (until: Date) =>
    `The link works once, until ${moment(until)}. You do not need to sign in to use it. Then secure your mailbox: anyone who can read it can sign in as you.`,
  sessions: 'To see where you are signed in',
}

/** The email to who may register. */
export const invitationText = {
  subject: (product: string) => `You are invited to ${product}`,
  lead: (product: string) =>
    `You can register with ${product}, which shows and records exchange rates in Sri Lankan rupees. Use this email address.`,
  register: 'Register',
  unexpected: 'If you did not expect this email, ignore it: nothing happens unless you register.',
}

/** Emails about alerts. Amounts are such as `305.5000 LKR`, changes such as `+1.3000` and `+0.43 %`. */
export const alertEmailText = {
  /** What an alert is called. */
  name: alertName,
  confirm: {
    subject: (product: string) => `Confirm your alert from ${product}`,
    lead: (product: string) => `An email alert from ${product} was requested for this address:`,
    link: 'To confirm it, open this page and press "Confirm"',
    requested: ({ device, ip, at }: Origin) => `Requested with ${device} from ${ip}, ${moment(at)}.`,
    notYou:
      'If this was not you, you do not need to do anything: no other email is sent, and the address is erased after a day.',
  },
  subject: {
    crossed: (series: Series, amount: string, name: string) => `${seriesName(series)} ${amount}: ${name}`,
    moved: (series: Series, amount: string, percent: string) => `${seriesName(series)} ${amount}: ${percent}`,
    published: (series: Series, amount: string, date: CalendarDate) =>
      `${seriesName(series)} ${amount}, ${formatDay(date)}`,
    corrected: (series: Series) => `${seriesName(series)} corrected`,
    stale: 'No new exchange rates',
    daily: (date: CalendarDate) => `Exchange rates of ${formatDay(date)}`,
  },
  is: (series: Series, amount: string, date: CalendarDate, source: RateSource) =>
    `${seriesName(series)}: ${amount}, ${formatDay(date)} (${SOURCE_NAMES[source]}).`,
  was: (amount: string, date: CalendarDate, change: string, percent: string) =>
    `Before: ${amount}, ${formatDay(date)}. Change: ${change} (${percent}).`,
  corrected: (date: CalendarDate, amount: string, before: string) =>
    `${formatDay(date)}: ${amount}, before ${before}.`,
  withdrawn: (date: CalendarDate, before: string) =>
    `${formatDay(date)}: no rate any more, before ${before}.`,
  moreCorrections: (count: number) => `And ${count} more.`,
  noRate: (series: Series) => `${seriesName(series)}: no rate is known.`,
  stale: (date: CalendarDate) =>
    `The newest published rates are of ${formatDay(date)}. No new rates have been published for more than a business day.`,
  see: 'See the rates',
  why: (name: string) => `You get this email because you confirmed the alert “${name}”.`,
  manage: 'Change or end your alerts',
}
