import { formatDay, type CalendarDate } from '../../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../../domain/currency.ts'
import type { Period, PeriodFigures } from '../../../domain/period.ts'
import { formatRate, type Rate } from '../../../domain/rate-text.ts'
import type { PolicyName } from '../../../domain/policies/rate-policy.ts'
import type { RateFeedName } from '../../../domain/rate-precedence.ts'
import type { Series } from '../../../domain/series.ts'
import { rateName, seriesName } from '../../../text/names.ts'
import { t } from '../../../text/sentences.ts'

type DayOfSeries = Series & { readonly date: CalendarDate }

const money = (rate: Rate) => `${formatRate(rate)} ${TARGET_CURRENCY}`

const rateOf = (day: DayOfSeries) => `the ${rateName(day)} of ${formatDay(day.date)}`

/** `1 USD rate`, `3 USD Bank sells (TT) rates`. */
const rates = (count: number, series: Series) =>
  `${count} ${rateName(series)}${count === 1 ? '' : 's'}`

/** `3 USD rates`, of several series `12 rates of 3 series`. */
const ratesOfAll = (count: number, series: readonly Series[]) =>
  series[0] && series.length === 1
    ? rates(count, series[0])
    : `${count} rates of ${series.length} series`

/** `1 bank holiday of 2027`, `25 bank holidays of 2026 and 2027`. */
const holidays = (count: number, years: readonly number[]) =>
  `${count} bank ${count === 1 ? 'holiday' : 'holidays'} of ${years.join(' and ')}`

const sampleGone = (isGone: boolean) => (isGone ? '; the sample is removed' : '')

/**
 * What entries of the audit trail say. They are kept for good, hashed and in one language: a
 * changed word holds for new entries. `{user}` and other names in braces are filled by
 * `recordAuditEntry`, and are what can be erased.
 */
export const auditText = {
  registered: '{user} registered',
  signedIn: (by: 'code' | 'link') => `{user} signed in with the ${by} from an email`,
  wrongCode: 'A wrong code was entered for {user}',
  signedOut: '{user} signed out',
  sessionEnded: '{user} ended a session: {device}, {ip}',
  sessionElsewhere: 'A session of {user} was used with {now}; before with {before}',
  securityLink: (counts: string) => `The link in a security email to {user} was used: ${counts}`,
  tokenCreated: (scope: 'read' | 'write', expires: CalendarDate) =>
    '{user} created the access token "{name}" (permission: ' +
    `${scope === 'write' ? 'read and write' : 'read'}, expires ${formatDay(expires)})`,
  tokenRevoked: '{user} revoked the access token "{name}"',
  nameChanged: '{user} changed their name',
  accountExported: '{user} downloaded their personal data',
  accountErased: (id: number) =>
    `The account of user #${id} was closed and its personal data erased`,
  invited: 'Invited a user',
  invitedBefore: 'Invited a user again',
  invitationWithdrawn: 'Withdrew an invitation',
  approved: (id: number) => `Approved user ${id}`,
  rejected: (id: number) => `Rejected the registration of user ${id}`,
  suspended: (id: number) => `Suspended user ${id}`,
  suspensionEnded: (id: number) => `Ended the suspension of user ${id}`,
  sessionsEnded: (id: number) => `Ended all sessions of user ${id}`,
  tokensRevoked: (id: number) => `Revoked all access tokens of user ${id}`,
  trailExported: (format: string, what: string) =>
    `Exported the audit trail as ${format.toUpperCase()}: ${what || 'everything'}`,
  keyReplaced: (from: string | undefined, to: string) =>
    `Replaced the key of the audit trail's checkpoints: ${from ?? 'missing'} by ${to}`,
  restored: (madeAt: string, lastEntry: number) =>
    `Restored the database from the backup made ${madeAt}, whose trail ends with entry ${lastEntry}`,

  rateEntered: (day: DayOfSeries, from: Rate | null, to: Rate) => {
    if (from === null) return `Added ${rateOf(day)}: ${money(to)}`
    return from === to
      ? `Entered ${rateOf(day)} again: ${money(to)}, as before`
      : `Changed ${rateOf(day)} from ${money(from)} to ${money(to)}`
  },
  rateDeleted: (day: DayOfSeries, rate: Rate) => `Deleted ${rateOf(day)}: it was ${money(rate)}`,
  rateRestored: (day: DayOfSeries, rate: Rate) => `Restored ${rateOf(day)}: ${money(rate)}`,
  ratesImported: (series: readonly Series[], added: number, replaced: number) =>
    `Imported ${ratesOfAll(added + replaced, series)} by hand: ${added} new, ${replaced} replaced`,
  /**
   * Behind the sentence of an import: what a user chose for rates and rows that could not be
   * imported as they were.
   */
  importChoices: (rounded: number, leftOut: number) =>
    (rounded > 0 ? `; ${rounded} rounded to 4 decimals` : '') +
    (leftOut > 0 ? `; ${leftOut} ${leftOut === 1 ? 'row' : 'rows'} of the import left out` : ''),
  fileImported: (added: number, replaced: number, sampleRemoved: boolean) =>
    `Imported a file of rates: ${added} new, ${replaced} replaced${sampleGone(sampleRemoved)}`,
  feedImported: (feed: RateFeedName, added: number, corrected: number, sampleRemoved: boolean) =>
    `Imported from ${t.sourceNames[feed]}: ${added} new, ${corrected} corrected` +
    `${corrected > 0 ? ' by the publisher' : ''}${sampleGone(sampleRemoved)}`,
  importRequested: (feed: RateFeedName) => `Requested an import from ${t.sourceNames[feed]}`,
  sampleLoaded: (count: number, days: number) =>
    `Loaded the bundled sample: ${count} rates of ${days} days`,
  importUndone: (id: number, series: readonly Series[], removed: number, putBack: number) =>
    `Undid import ${id}: ${ratesOfAll(removed, series)} removed, ${putBack} put back`,
  importLeft: (id: number, left: number) =>
    `Undid import ${id}: all ${left} were changed since and left`,
  ratesUndone: (userId: number, series: readonly Series[], deleted: number, putBack: number) =>
    `Undid what user ${userId} did to ` +
    (series[0] && series.length === 1
      ? rateName(series[0]) + 's'
      : `rates of ${series.length} series`) +
    `: ${deleted} deleted, ${putBack} put back`,
  schedulesUndone: (userId: number, count: number) =>
    `Undid what user ${userId} did to the days of customs rates: ${count} put back`,
  holidaysEntered: (years: readonly number[], added: number, replaced: number) =>
    `Entered ${holidays(added + replaced, years)}: ${added} new, ${replaced} replaced`,
  holidaysRemoved: (years: readonly number[], count: number) => `Removed ${holidays(count, years)}`,
  holidaysLoaded: (years: readonly number[], count: number) =>
    `Loaded the bundled list: ${holidays(count, years)}`,
  holidaysUndone: (id: number, removed: number, putBack: number, left: number) =>
    `Undid import ${id}: ${removed} bank holidays removed, ${putBack} put back, ${left} left ` +
    'as changed since',
  customsEntered: (first: CalendarDate, last: CalendarDate, added: number, replaced: number) =>
    `Entered the customs rates of ${formatDay(first)} to ${formatDay(last)}: ${added} new, ` +
    `${replaced} replaced`,
  customsUndone: (id: number, removed: number, putBack: number, left: number) =>
    `Undid import ${id}: ${removed} customs rates removed, ${putBack} put back, ${left} left ` +
    'as changed since',
  policyChanged: (name: PolicyName, from: string, to: string) =>
    `Changed the rate policy ${name} from “${from}” to “${to}”`,
  policyUndone: (id: number, name: PolicyName, to: string) =>
    `Undid entry ${id}: the rate policy ${name} is “${to}” again`,
  periodSealed: ({
    period,
    series,
    figures: { closing, averagePublished, averageCalendar },
  }: SealedPeriod) =>
    `Sealed the ${period.unit.replace('-', ' ')} ${period.name} of ${seriesName(series)}: ` +
    `closing ${formatRate(closing.rate)} of ${formatDay(closing.date)}, average ` +
    `${formatRate(averagePublished.rate)} of ${averagePublished.days} published days, ` +
    `${formatRate(averageCalendar.rate)} of ${averageCalendar.days} calendar days`,
  periodsSealed: (count: number, series: readonly Series[]) =>
    `Sealed ${count} periods of ` +
    (series[0] && series.length === 1 ? seriesName(series[0]) : `${series.length} series`),
}

interface SealedPeriod {
  readonly series: Series
  readonly period: Period
  readonly figures: PeriodFigures
}
