import { sql } from 'kysely'
import type { Language } from '../../contract/language.ts'
import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { correctionLine, rateLines, rateSubject } from '../../text/alert-email.ts'
import { alertName } from '../../text/alert-names.ts'
import { seriesName } from '../../text/names.ts'
import { textIn } from '../../text/sentences.ts'
import { composeEmail, originPlaces, screenUrl, type Email } from '../email/compose.ts'
import { readOrigin, type ClaimedEmail } from '../email/outbox.ts'
import type { EmailWriterDependencies } from '../email/worker.ts'
import type { RequestContext } from '../identity/actor.ts'
import {
  correctionsFor,
  dailySeries,
  readNewest,
  readSituation,
  type AlertView,
} from './read-situation.ts'
import { createLinks, type StoredAlert, type Subscriber } from './store-alerts.ts'

const MAX_CORRECTIONS = 10

type AlertEmail = ClaimedEmail<'alert' | 'alert confirmation'>
type Details = AlertEmail['details']

type Sentences = ReturnType<typeof textIn>

/** The only email to an address without a confirmed alert. */
export function confirmationDetails(
  rule: AlertRule,
  language: Language,
  context: RequestContext,
): Details {
  const product = context.deps.config.siteName
  const of = textIn(language)
  const { confirm } = of.alertEmail
  return {
    language,
    subject: confirm.subject({ product }),
    paragraphs: [
      confirm.lead({ product }),
      alertName(rule, of),
      { words: confirm.link, manage: true },
      confirm.requested(originPlaces(language, readOrigin(context))),
      confirm.notYou,
    ],
  }
}

export function alertDetails(alert: StoredAlert, view: AlertView): Details {
  const { rule, language } = alert
  const of = textIn(language)
  const text = of.alertEmail
  const { subject, what } = writeContent(alert, view, of)
  return {
    language,
    subject,
    paragraphs: [
      ...what,
      { words: text.see, link: rule.series ? `/rates/${rule.series.currency}` : '/rates' },
      text.why({ name: alertName(rule, of) }),
      { words: text.manage, manage: true },
    ],
  }
}

export async function writeAlertEmail(
  { db, config, clock }: EmailWriterDependencies,
  { subscriberId, alertId, details: { language, subject, paragraphs } }: AlertEmail,
): Promise<Email | null> {
  const { rows } = await sql<Subscriber>`
    SELECT id, email FROM public.alert_subscriber WHERE id = ${subscriberId}`.execute(db)
  const [subscriber] = rows
  if (!subscriber) return null
  const { manage, unsubscribe } = await createLinks(db, subscriber.id, alertId, clock())
  const email = composeEmail(
    subscriber.email,
    language,
    subject,
    paragraphs.map((paragraph) => {
      if (typeof paragraph === 'string' || 'code' in paragraph) return paragraph
      const path = 'link' in paragraph ? paragraph.link : `/alerts#token=${manage}`
      return { words: paragraph.words, link: screenUrl(config, language, path) }
    }),
  )
  if (alertId === null) return email
  const query = `language=${language}&token=${unsubscribe}`
  return { ...email, unsubscribe: `${config.publicUrl}/api/alerts/unsubscribe?${query}` }
}

interface Content {
  readonly subject: string
  readonly what: readonly string[]
}

function writeContent(alert: StoredAlert, view: AlertView, of: Sentences): Content {
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
  const { newest, previous } = readSituation(alert, view)
  if (!newest) throw new RangeError(`Alert ${alert.id} fired without a rate`)
  return {
    subject: rateSubject({ ...alert.rule, series }, newest, previous, of),
    what: rateLines(series, newest, previous, of),
  }
}

function dailyContent(view: AlertView, of: Sentences): Content {
  const text = of.alertEmail
  const { book, today } = view.snapshot
  const what = dailySeries().flatMap((series) => {
    const newest = readNewest(book, series, today)
    if (!newest) return [text.noRate({ series: seriesName(series, of) })]
    return rateLines(series, newest, readNewest(book, series, addDays(newest.date, -1)), of)
  })
  return { subject: text.subject.daily({ date: today }), what }
}

function correctionLines(alert: StoredAlert, view: AlertView, of: Sentences): string[] {
  const text = of.alertEmail
  const corrections = correctionsFor(alert, view)
  const lines = corrections
    .slice(0, MAX_CORRECTIONS)
    .map(({ date, now, before }) => correctionLine(date, before.rate, now?.rate, of))
  const more = corrections.length - lines.length
  return more > 0 ? [...lines, text.moreCorrections({ count: more })] : lines
}
