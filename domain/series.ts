import type { CalendarDate } from './calendar-date.ts'
import { currencies, type Currency } from './currency.ts'

/** The source tells how a rate came, the publisher whose it is. */
export interface Publisher {
  readonly id: string
  readonly name: string
}

export const MAX_PUBLISHER_ID = 30
export const MAX_PUBLISHER_NAME = 60

let configured: readonly Publisher[] = []

export function setPublishers(publishers: readonly Publisher[]): void {
  configured = publishers
}

export const publishers = (): readonly Publisher[] => configured

export const isPublisher = (id: string): boolean => configured.some((each) => each.id === id)

export const knownPublisher = (text: string | null): string | undefined =>
  configured.find(({ id }) => id === text)?.id

export const publisherName = (id: string): string =>
  configured.find((each) => each.id === id)?.name ?? id

/**
 * Equal to the table `rate_kind`. A bank pays `tt-buying` and asks `tt-selling`; `customs` holds
 * until the next.
 */
export const RATE_KINDS = ['indicative', 'tt-buying', 'tt-selling', 'customs'] as const
export type RateKind = (typeof RATE_KINDS)[number]

export const DEFAULT_KIND: RateKind = 'indicative'

export interface Series {
  readonly currency: Currency
  readonly kind: RateKind
  /** Null: the main series. */
  readonly publisher?: string | null | undefined
}

declare const rateKey: unique symbol
/** Only `key` makes one. */
export type RateKey = string & { readonly [rateKey]: true }

export function seriesOf(
  currency: Currency,
  kind: RateKind = DEFAULT_KIND,
  publisher?: Series['publisher'],
): Series {
  return { currency, kind, ...(publisher && { publisher }) }
}

export function seriesOfKind(kind: RateKind, publisher?: Series['publisher']): readonly Series[] {
  return currencies().map((currency) => seriesOf(currency, kind, publisher))
}

/** The series that a day should have: indicative rates, or a bank's two sides. */
export const expectedKinds = (publisher?: Series['publisher']): readonly RateKind[] =>
  publisher ? ['tt-buying', 'tt-selling'] : [DEFAULT_KIND]

export function isRateKind(text: string): text is RateKind {
  return RATE_KINDS.some((kind) => kind === text)
}

export const allSeries = (): readonly Series[] => RATE_KINDS.flatMap((kind) => seriesOfKind(kind))

export const bankSeries = (): readonly Series[] =>
  publishers().flatMap(({ id }) => RATE_KINDS.flatMap((kind) => seriesOfKind(kind, id)))

export function key({ currency, kind, publisher }: Series, date?: CalendarDate): RateKey {
  const day = date === undefined ? '' : ` ${date}`
  return `${currency} ${kind}${publisher ? ` ${publisher}` : ''}${day}` as RateKey
}

export function kindFields({ kind, publisher }: Pick<Series, 'kind' | 'publisher'>): {
  kind?: RateKind
  publisher?: string
} {
  return { ...(kind !== DEFAULT_KIND && { kind }), ...(publisher && { publisher }) }
}

export function seriesFields({ currency, ...of }: Series) {
  return { currency, ...kindFields(of) }
}
