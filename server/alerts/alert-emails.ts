import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatChange, formatRate, type Rate } from '../../domain/money.ts'
import { formatPercentChange, percentChange } from '../../domain/rate-text.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { composeEmail, type Email, type Paragraph } from '../email/compose-email.ts'
import { screenAddress, type EmailContext } from '../email/email-context.ts'
import { emailText } from '../email/email-text.ts'
import type { AlertLinks } from './alert-link-queries.ts'
import type { StoredAlert } from './alert-queries.ts'
import { correctionsFor, DAILY_SERIES, newestOf, situationOf, type AlertView } from './alert-situation.ts'

/** Days that an email names of those that were corrected. */
const MAX_CORRECTIONS = 10

type AlertEmailText = ReturnType<typeof emailText>['alertEmailText']

/** The email by which an address confirms an alert: the only one to an address that has confirmed none. */
export function confirmationEmail(to: string, rule: AlertRule, manageToken: string, context: EmailContext) {
  const { product, language } = context
  const { name, confirm } = emailText(language).alertEmailText
  return composeEmail(to, language, confirm.subject(product), [
    confirm.lead(product),
    name(rule),
    { words: confirm.link, link: screenAddress(context, managePath(manageToken)) },
    confirm.requested(context),
    confirm.notYou,
  ])
}

/** The email of an alert that fires. */
export function alertEmail(
  alert: StoredAlert & { readonly email: string },
  view: AlertView,
  links: AlertLinks,
  { publicUrl }: Pick<EmailContext, 'publicUrl'>,
): Email {
  const { rule, email, language } = alert
  const text = emailText(language).alertEmailText
  const { subject, what } = contentOf(alert, view, text)
  const site = { publicUrl, language }
  const page = rule.series ? `/rates/${rule.series.currency}` : '/rates'
  return {
    ...composeEmail(email, language, subject, [
      ...what,
      { words: text.see, link: screenAddress(site, page) },
      text.why(text.name(rule)),
      { words: text.manage, link: screenAddress(site, managePath(links.manage)) },
    ]),
    unsubscribe: `${publicUrl}/api/alerts/unsubscribe?token=${links.unsubscribe}`,
  }
}

const managePath = (token: string) => `/alerts#token=${token}`

interface Content {
  readonly subject: string
  readonly what: readonly Paragraph[]
}

function contentOf(alert: StoredAlert, view: AlertView, text: AlertEmailText): Content {
  const { condition, series } = alert.rule
  if (condition === 'daily') return dailyContent(view, text)
  if (condition === 'stale') {
    const { book, today } = view.snapshot
    const newest = book.newestPublishedDay(DAILY_SERIES, today) ?? today
    return { subject: text.subject.stale, what: [text.stale(newest)] }
  }
  if (series === null) throw new RangeError(`Alert ${alert.id} names no currency`)
  if (condition === 'corrected')
    return { subject: text.subject.corrected(series), what: correctionLines(alert, view, text) }
  const { newest, previous } = situationOf(alert, view)
  if (!newest) throw new RangeError(`Alert ${alert.id} fired without a rate`)
  const is = amount(newest.rate)
  return {
    subject:
      condition === 'moved'
        ? text.subject.moved(series, is, inPercent(newest.rate, previous ?? newest))
        : condition === 'published'
          ? text.subject.published(series, is, newest.date)
          : text.subject.crossed(series, is, text.name(alert.rule)),
    what: rateLines(series, newest, previous, text),
  }
}

function dailyContent(view: AlertView, text: AlertEmailText): Content {
  const { book, today } = view.snapshot
  const what = DAILY_SERIES.flatMap((series) => {
    const newest = newestOf(book, series, today)
    if (!newest) return [text.noRate(series)]
    return rateLines(series, newest, newestOf(book, series, addDays(newest.date, -1)), text)
  })
  return { subject: text.subject.daily(today), what }
}

function rateLines(
  series: NonNullable<AlertRule['series']>,
  { rate, date, source }: DayRate,
  previous: DayRate | undefined,
  text: AlertEmailText,
): string[] {
  const is = text.is(series, amount(rate), date, source)
  if (!previous) return [is]
  const change = formatChange(rate - previous.rate)
  return [is, text.was(amount(previous.rate), previous.date, change, inPercent(rate, previous))]
}

function correctionLines(alert: StoredAlert, view: AlertView, text: AlertEmailText): string[] {
  const corrections = correctionsFor(alert, view)
  const lines = corrections
    .slice(0, MAX_CORRECTIONS)
    .map(({ date, now, before }) =>
      now
        ? text.corrected(date, amount(now.rate), amount(before.rate))
        : text.withdrawn(date, amount(before.rate)),
    )
  const more = corrections.length - lines.length
  return more > 0 ? [...lines, text.moreCorrections(more)] : lines
}

const inPercent = (rate: Rate, before: { readonly rate: Rate }) =>
  formatPercentChange(percentChange(before.rate, rate))

const amount = (rate: Rate) => `${formatRate(rate)} ${TARGET_CURRENCY}`
