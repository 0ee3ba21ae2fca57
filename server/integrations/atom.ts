import type { FastifyInstance } from 'fastify'
import { rateNewsAtom } from '../../contract/integrations.ts'
import { addDays, startInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { quotedUnits, TARGET_CURRENCY as target } from '../../domain/currency.ts'
import { formatRate } from '../../domain/money.ts'
import { kindFields, seriesOf, type Series } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import type { RateContext } from '../rates/rate-context.ts'
import { serve } from '../http/serve.ts'
import { isAhead, readDayChanges, type DayChange } from '../rates/read-day-changes.ts'
import { fullRateName } from '../rates/responses.ts'
import { escapeHtml } from '../text/html.ts'

/** Older days have entries for corrections only. */
const NEWS_DAYS = 90

export function rateNewsRoutes(
  app: FastifyInstance,
  { config, readDb, snapshot }: RateContext,
): void {
  serve(
    app,
    rateNewsAtom,
    async ({ params, query, reply }) => {
      const series = seriesOf(params.currency, query.kind, query.publisher)
      const { providerName: product, publicUrl } = config
      const { book, today } = snapshot()
      const choice = { feed: book.feed, after: 0, allSince: addDays(today, -NEWS_DAYS) }
      const changes = await readDayChanges(readDb, series, choice)
      reply.type('application/atom+xml; charset=utf-8')
      return atomFeed(changes, { series, product, publicUrl, today })
    },
    { queries: true },
  )
}

interface NewsContext {
  readonly series: Series
  readonly product: string
  readonly publicUrl: string
  readonly today: CalendarDate
}

interface Entry {
  /** Names the change, so that a correction is a new entry (RFC 4151). */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly text: string
  readonly at: string
}

const MAX_ENTRIES = 60

/** RFC 4287 requires the instant of the last change, also without entries. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** RFC 4287. */
function atomFeed(changes: readonly DayChange[], context: NewsContext): string {
  const { series, product } = context
  const entries = toEntries(changes, context)
  const xml = escapeHtml
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xml(feedId(context))}</id>
<title>${xml(t.rateNewsText.title({ name: seriesName(series), target, product }))}</title>
<subtitle>${xml(t.rateNewsText.subtitle({ name: fullRateName(series) }))}</subtitle>
<updated>${entries[0]?.at ?? NEVER}</updated>
<author><name>${xml(product)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(addressOf(context, `/feed/${series.currency}.atom`))}"/>
<link rel="alternate" type="text/html" href="${xml(pageAddress(context))}"/>
${entries.map((entry) => atomEntry(entry, xml)).join('')}</feed>
`
}

function atomEntry({ id, url, title, text, at }: Entry, xml: (text: string) => string): string {
  return `<entry>
<id>${xml(id)}</id>
<title>${xml(title)}</title>
<updated>${at}</updated>
<link rel="alternate" type="text/html" href="${xml(url)}"/>
<content type="text">${xml(text)}</content>
</entry>
`
}

/** Changes of one transaction have the same instant. */
function toEntries(changes: readonly DayChange[], context: NewsContext): readonly Entry[] {
  return publishedChanges(changes, context.today)
    .sort((one, other) => other.at.getTime() - one.at.getTime() || (one.date < other.date ? 1 : -1))
    .slice(0, MAX_ENTRIES)
    .map((change) => toEntry(change, context))
}

/** A customs rate entered in advance is news on its first day. */
function publishedChanges(changes: readonly DayChange[], today: CalendarDate): DayChange[] {
  const lastAhead = new Map(changes.filter(isAhead).map((change) => [change.date, change]))
  return changes.flatMap((change) => {
    const { date, now } = change
    if (date > today) return []
    if (!isAhead(change)) return [change]
    return now !== null && change === lastAhead.get(date)
      ? [{ ...change, at: new Date(startInColombo(date)), before: null }]
      : []
  })
}

function toEntry({ version, date, at, before, now }: DayChange, context: NewsContext): Entry {
  const { series } = context
  return {
    id: `${feedId(context)}:${date}:${version}`,
    url: addressOf(context, `/rates/${series.currency}/${date}`),
    at: at.toISOString(),
    ...describe(series, { date, before, now }),
  }
}

function describe(
  series: Series,
  { date, before, now }: Pick<DayChange, 'date' | 'before' | 'now'>,
): Pick<Entry, 'title' | 'text'> {
  const { withdrawn, isNone, is, newRate, corrected, was } = t.rateNewsText
  const name = seriesName(series)
  const old = before && { rate: formatRate(before.rate), target }
  if (now === null)
    return { title: withdrawn({ name, date }), text: old ? isNone({ ...old, date }) : '' }
  const places = { name, date, rate: formatRate(now.rate), target }
  const units = quotedUnits(series.currency)
  const text = is({ ...places, units, source: now.source })
  return old
    ? { title: corrected(places), text: `${text} ${was(old)}` }
    : { title: newRate(places), text }
}

function feedId({ series, publicUrl }: NewsContext): string {
  const { currency, kind, publisher } = series
  const names = [currency, kind, ...(publisher ? [publisher] : [])]
  return `tag:${new URL(publicUrl).hostname},2026:rates:${names.join(':')}`
}

function addressOf({ series, publicUrl }: NewsContext, path: string): string {
  const query = new URLSearchParams(kindFields(series))
  return `${publicUrl}${path}${query.size > 0 ? '?' : ''}${String(query)}`
}

function pageAddress({ series, publicUrl }: NewsContext): string {
  return `${publicUrl}/rates/${series.currency}`
}
