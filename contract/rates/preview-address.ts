import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'

/** Where the images for previews of links are: of one rate, and of all currencies' rates. */
export const PREVIEW_URLS = { rate: '/preview/:currency.png', board: '/preview/rates.png' } as const

/** Pixels; the ratio that WhatsApp, LinkedIn and Slack show whole. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** What an image shows: a day's rates of a kind. */
interface Shown {
  /** Undefined: all currencies. */
  readonly currency?: Currency
  readonly date: CalendarDate
  readonly kind: RateKind | undefined
  /** The rates as text. They change nothing but the address, by which sites keep an image: a corrected rate gets another. */
  readonly figures: readonly string[]
}

/** An image's address without the origin: `/preview/USD.png?date=2026-09-29&figures=330.9054`. */
export function previewAddress({ currency, date, kind, figures }: Shown): string {
  const path = currency === undefined ? PREVIEW_URLS.board : PREVIEW_URLS.rate.replace(':currency', currency)
  return `${path}?date=${date}${kind === undefined ? '' : `&kind=${kind}`}&figures=${figures.join('-')}`
}
