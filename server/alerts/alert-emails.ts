import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { formatChange, formatRate, percentChangeText, type Rate } from '../../domain/money.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { composeEmail, type Email, type Paragraph } from '../email/compose-email.ts'
import { screenAddress, type EmailContext } from '../email/email-context.ts'
import { alertName } from '../../text/alert-names.ts'
import { seriesName } from '../../text/names.ts'
import { textIn } from '../../text/sentences.ts'
import { placesOf } from '../email/email-times.ts'
import type { AlertLinks } from './alert-link-queries.ts'
import type { StoredAlert } from './alert-queries.ts'
import {
  correctionsFor,
  dailySeries,
  newestOf,
  situationOf,
  type AlertView,
} from './alert-situation.ts'

/** Days that an email names of those that were corrected. */
const MAX_CORRECTIONS = 10

type Sentences = ReturnType<typeof textIn>

/**
 * The email by which an address confirms an alert: the only one to an address that has confirmed
 * none.
 */
export function confirmationEmail(
  to: string,
  rule: AlertRule,
  manageToken: string,
  context: EmailContext,
) {
  const { product, language } = context
  const of = textIn(language)
  const { confirm } = of.alertEmail
  return composeEmail(to, language, confirm.subject({ product }), [
    confirm.lead({ product }),
    alertName(rule, of),
    { words: confirm.link, link: screenAddress(context, managePath(manageToken)) },
    confirm.requested(placesOf(context)),
    confirm.notYou,
  ])
}

export function alertEmail(
  alert: StoredAlert & { readonly email: string },
  view: AlertView,
  links: AlertLinks,
  { publicUrl }: Pick<EmailContext, 'publicUrl'>,
): Email {
  const { rule, email, language } = alert
  const of = textIn(language)
  const text = of.alertEmail
  const { subject, what } = contentOf(alert, view, of)
  const site = { publicUrl, language }
  const page = rule.series ? `/rates/${rule.series.currency}` : '/rates'
  return {
    ...composeEmail(email, language, subject, [
      ...what,
      { words: text.see, link: screenAddress(site, page) },
      text.why({ name: alertName(rule, of) }),
      { words: text.manage, link: screenAddress(site, managePath(links.manage)) },
    ]),
    unsubscribe:
      `${publicUrl}/api/alerts/unsubscribe` + `?language=${language}&token=${links.unsubscribe}`,
  }
}

const managePath = (token: string) => `/alerts#token=${token}`

interface Content {
  readonly subject: string
  readonly what: readonly Paragraph[]
}

function contentOf(alert: StoredAlert, view: AlertView, of: Sentences): Content {
  const text = of.alertEmail
  const { condition, series } = alert.rule
  if (condition === 'daily') return dailyContent(view, of)
  if (condition === 'stale') {
    const { book, today } = view.snapshot
    const newest = book.newestPublishedDay(dailySeries(), today) ?? today
    return { subject: text.subject.stale, what: [text.stale({ date: newest })] }
  }
  if (series === null) throw new RangeError(`Alert ${alert.id} names no currency`)
  if (condition === 'corrected')
    return {
      subject: text.subject.corrected({ series: seriesName(series, of) }),
      what: correctionLines(alert, view, of),
    }
  const { newest, previous } = situationOf(alert, view)
  if (!newest) throw new RangeError(`Alert ${alert.id} fired without a rate`)
  const is = { series: seriesName(series, of), amount: amount(newest.rate) }
  return {
    subject:
      condition === 'moved'
        ? text.subject.moved({ ...is, percent: inPercent(newest.rate, previous ?? newest) })
        : condition === 'published'
          ? text.subject.published({ ...is, date: newest.date })
          : text.subject.crossed({ ...is, name: alertName(alert.rule, of) }),
    what: rateLines(series, newest, previous, of),
  }
}

function dailyContent(view: AlertView, of: Sentences): Content {
  const text = of.alertEmail
  const { book, today } = view.snapshot
  const what = dailySeries().flatMap((series) => {
    const newest = newestOf(book, series, today)
    if (!newest) return [text.noRate({ series: seriesName(series, of) })]
    return rateLines(series, newest, newestOf(book, series, addDays(newest.date, -1)), of)
  })
  return { subject: text.subject.daily({ date: today }), what }
}

function rateLines(
  series: NonNullable<AlertRule['series']>,
  { rate, date, source }: DayRate,
  previous: DayRate | undefined,
  of: Sentences,
): string[] {
  const text = of.alertEmail
  const is = text.is({ series: seriesName(series, of), amount: amount(rate), date, source })
  if (!previous) return [is]
  const change = formatChange(rate - previous.rate)
  const percent = inPercent(rate, previous)
  return [is, text.was({ amount: amount(previous.rate), date: previous.date, change, percent })]
}

function correctionLines(alert: StoredAlert, view: AlertView, of: Sentences): string[] {
  const text = of.alertEmail
  const corrections = correctionsFor(alert, view)
  const lines = corrections
    .slice(0, MAX_CORRECTIONS)
    .map(({ date, now, before }) =>
      now
        ? text.corrected({ date, amount: amount(now.rate), before: amount(before.rate) })
        : text.withdrawn({ date, before: amount(before.rate) }),
    )
  const more = corrections.length - lines.length
  return more > 0 ? [...lines, text.moreCorrections({ count: more })] : lines
}

const inPercent = (rate: Rate, before: { readonly rate: Rate }) =>
  percentChangeText(before.rate, rate)

const amount = (rate: Rate) => `${formatRate(rate)} ${TARGET_CURRENCY}`
