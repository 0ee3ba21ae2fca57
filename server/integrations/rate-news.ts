import { startInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { quotedUnits, TARGET_CURRENCY as target } from '../../domain/currency.ts'
import { formatRate } from '../../domain/money.ts'
import { kindFields, type Series } from '../../domain/series.ts'
import { seriesName } from '../../text/names.ts'
import { fullRateName } from '../rates/public-responses.ts'
import { isAhead, type DayChange } from '../rates/day-changes.ts'
import { escapeHtml } from '../text/html.ts'
import { t } from '../../text/sentences.ts'

/** What a feed tells besides its entries. */
interface NewsContext {
  readonly series: Series
  readonly product: string
  readonly publicUrl: string
  /** Path and query that the feed was requested by. */
  readonly address: string
  readonly today: CalendarDate
}

/** A rate that was published, corrected or withdrawn. */
interface Entry {
  /** Identifies the change, so that a correction is an entry of its own (RFC 4151). */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly text: string
  readonly at: string
}

/** Entries in a feed: three months of business days. */
const MAX_ENTRIES = 60

/** When a feed without entries was last changed, which RFC 4287 makes every feed say. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** The changes as an Atom feed (RFC 4287), the newest first. */
export function atomFeed(changes: readonly DayChange[], context: NewsContext): string {
  const { series, product, publicUrl, address } = context
  const entries = entriesOf(changes, context)
  const xml = escapeHtml
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xml(feedId(context))}</id>
<title>${xml(t.rateNewsText.title({ name: seriesName(series), target, product }))}</title>
<subtitle>${xml(t.rateNewsText.subtitle({ name: fullRateName(series) }))}</subtitle>
<updated>${entries[0]?.at ?? NEVER}</updated>
<author><name>${xml(product)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(publicUrl + address)}"/>
<link rel="alternate" type="text/html" href="${xml(pageOf(context))}"/>
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

/** What came in one transaction stands by its day. */
function entriesOf(changes: readonly DayChange[], context: NewsContext): readonly Entry[] {
  return begun(changes, context.today)
    .sort((one, other) => other.at.getTime() - one.at.getTime() || (one.date < other.date ? 1 : -1))
    .slice(0, MAX_ENTRIES)
    .map((change) => entryOf(change, context))
}

/**
 * The changes of days that have begun. A customs rate entered ahead is news when its first day
 * begins, as it then is.
 */
function begun(changes: readonly DayChange[], today: CalendarDate): DayChange[] {
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

function entryOf({ version, date, at, before, now }: DayChange, context: NewsContext): Entry {
  const { series, publicUrl } = context
  const query = new URLSearchParams(kindFields(series))
  return {
    id: `${feedId(context)}:${date}:${version}`,
    url: `${publicUrl}/rates/${series.currency}/${date}${query.size > 0 ? '?' : ''}${String(query)}`,
    at: at.toISOString(),
    ...wording(series, { date, before, now }),
  }
}

function wording(
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

function pageOf({ series, publicUrl }: NewsContext): string {
  return `${publicUrl}/rates/${series.currency}`
}
