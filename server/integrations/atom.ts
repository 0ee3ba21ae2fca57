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
import { isAhead, readDayChanges, type DayChange } from '../rates/day-changes.ts'
import { fullRateName, type RateSnapshot } from '../rates/responses.ts'
import { escapeHtml } from '../text/html.ts'

/** Older days have entries for corrections only. */
const NEWS_DAYS = 90

export function rateNewsRoutes(
  app: FastifyInstance,
  { config, readDb, publicRates }: RateContext,
): void {
  serve(
    app,
    rateNewsAtom,
    ({ params, query, reply }) => {
      const series = seriesOf(params.currency, query.kind, query.publisher)
      const { providerName: product, publicUrl } = config
      const build = async ({ book, today }: RateSnapshot) => {
        const choice = { feed: book.feed, after: 0, allSince: addDays(today, -NEWS_DAYS) }
        const changes = await readDayChanges(readDb, series, choice)
        return atomFeed(changes, { series, product, publicUrl, address: reply.request.url, today })
      }
      return publicRates.reply(reply, build, 'application/atom+xml; charset=utf-8')
    },
    { queries: true },
  )
}

interface NewsContext {
  readonly series: Series
  readonly product: string
  readonly publicUrl: string
  readonly address: string
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
  const { series, product, publicUrl, address } = context
  const entries = toEntries(changes, context)
  const xml = escapeHtml
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xml(feedId(context))}</id>
<title>${xml(t.rateNewsText.title({ name: seriesName(series), target, product }))}</title>
<subtitle>${xml(t.rateNewsText.subtitle({ name: fullRateName(series) }))}</subtitle>
<updated>${entries[0]?.at ?? NEVER}</updated>
<author><name>${xml(product)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(publicUrl + address)}"/>
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
  const { series, publicUrl } = context
  const query = new URLSearchParams(kindFields(series))
  return {
    id: `${feedId(context)}:${date}:${version}`,
    url: `${publicUrl}/rates/${series.currency}/${date}${query.size > 0 ? '?' : ''}${String(query)}`,
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

function pageAddress({ series, publicUrl }: NewsContext): string {
  return `${publicUrl}/rates/${series.currency}`
}
