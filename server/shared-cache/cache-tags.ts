import type { BookEvent } from '../rates/live-rate-book.ts'

/** The tags of answers in a shared cache, besides the currencies' own: `USD` is on what is made from rates of USD alone. */
export const CACHE_TAGS = {
  /** On every answer. */
  all: 'rates',
  /** On what is made from rates of several currencies. */
  severalCurrencies: 'currencies',
  /** On what says how the feed is. */
  feed: 'feed',
} as const

/** The tags of the answers that may be others after a change of the rate book. */
export function tagsChangedBy(event: BookEvent): readonly string[] {
  if (event.kind === 'feed-status') return [CACHE_TAGS.feed]
  if (event.kind === 'further rates') return [CACHE_TAGS.severalCurrencies]
  if (event.kind !== 'rates') return [CACHE_TAGS.all]
  return [...event.currencies, CACHE_TAGS.severalCurrencies]
}
