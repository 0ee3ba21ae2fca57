import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { addDays } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { alertName } from '../../text/en/alert-names.ts'
import { composeEmail, type Email, type Paragraph } from '../email/compose-email.ts'
import type { EmailContext } from '../email/email-context.ts'
import { alertEmailText as TEXT } from '../text/en/alerts.ts'
import type { AlertLinks } from './alert-link-queries.ts'
import type { StoredAlert } from './alert-queries.ts'
import { correctionsFor, DAILY_SERIES, newestOf, situationOf, type AlertView } from './alert-situation.ts'

/** Days that an email names of those that were corrected. */
const MAX_CORRECTIONS = 10

type Site = Pick<EmailContext, 'product' | 'publicUrl'>

/** The email by which an address confirms an alert: the only one to an address that has confirmed none. */
export function confirmationEmail(
  to: string,
  rule: AlertRule,
  manageToken: string,
  context: EmailContext,
): Email {
  const { product, publicUrl, device, ip, at } = context
  const { subject, lead, link, requested, notYou } = TEXT.confirm
  return composeEmail(to, 'en', subject(product), [
    lead(product),
    alertName(rule),
    { words: link, link: manageAddress(publicUrl, manageToken) },
    requested(device, ip, at),
    notYou,
  ])
}

/** The email of an alert that fires. */
export function alertEmail(
  alert: StoredAlert & { readonly email: string },
  view: AlertView,
  links: AlertLinks,
  { publicUrl }: Site,
): Email {
  const { rule, email } = alert
  const { subject, what } = contentOf(alert, view)
  const page = rule.series ? `/rates/${rule.series.currency}` : '/rates'
  return {
    ...composeEmail(email, 'en', subject, [
      ...what,
      { words: TEXT.see, link: publicUrl + page },
      TEXT.why(alertName(rule)),
      { words: TEXT.manage, link: manageAddress(publicUrl, links.manage) },
    ]),
    unsubscribe: `${publicUrl}/api/alerts/unsubscribe?token=${links.unsubscribe}`,
  }
}

const manageAddress = (publicUrl: string, token: string) => `${publicUrl}/alerts#token=${token}`

interface Content {
  readonly subject: string
  readonly what: readonly Paragraph[]
}

function contentOf(alert: StoredAlert, view: AlertView): Content {
  const { condition, series } = alert.rule
  if (condition === 'daily') return dailyContent(view)
  if (condition === 'stale') {
    const { book, today } = view.snapshot
    const newest = book.newestPublishedDay(DAILY_SERIES, today) ?? today
    return { subject: TEXT.subject.stale, what: [TEXT.stale(newest)] }
  }
  if (series === null) throw new RangeError(`Alert ${alert.id} names no currency`)
  if (condition === 'corrected')
    return { subject: TEXT.subject.corrected(series), what: correctionLines(alert, view) }
  const { newest, previous } = situationOf(alert, view)
  if (!newest) throw new RangeError(`Alert ${alert.id} fired without a rate`)
  return {
    subject:
      condition === 'moved'
        ? TEXT.subject.moved(series, newest.rate, (previous ?? newest).rate)
        : condition === 'published'
          ? TEXT.subject.published(series, newest.rate, newest.date)
          : TEXT.subject.crossed(series, newest.rate, alertName(alert.rule)),
    what: rateLines(series, newest, previous),
  }
}

function dailyContent(view: AlertView): Content {
  const { book, today } = view.snapshot
  const what = DAILY_SERIES.flatMap((series) => {
    const newest = newestOf(book, series, today)
    if (!newest) return [TEXT.noRate(series)]
    return rateLines(series, newest, newestOf(book, series, addDays(newest.date, -1)))
  })
  return { subject: TEXT.subject.daily(today), what }
}

function rateLines(
  series: NonNullable<AlertRule['series']>,
  newest: DayRate,
  previous: DayRate | undefined,
): string[] {
  const is = TEXT.is(series, newest.rate, newest.date, newest.source)
  return previous ? [is, TEXT.was(newest.rate, previous.rate, previous.date)] : [is]
}

function correctionLines(alert: StoredAlert, view: AlertView): string[] {
  const corrections = correctionsFor(alert, view)
  const lines = corrections
    .slice(0, MAX_CORRECTIONS)
    .map(({ date, now, before }) =>
      now ? TEXT.corrected(date, now.rate, before.rate) : TEXT.withdrawn(date, before.rate),
    )
  const more = corrections.length - lines.length
  return more > 0 ? [...lines, TEXT.moreCorrections(more)] : lines
}
