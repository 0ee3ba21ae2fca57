import type { CalendarDate } from './calendar-date.ts'
import { currencies, type Currency } from './currency.ts'

/**
 * A bank whose rates are kept beside the main ones. How a rate came is its source; whose it is, its
 * publisher.
 */
export interface Publisher {
  readonly id: string
  readonly name: string
}

export const MAX_PUBLISHER_ID = 30
export const MAX_PUBLISHER_NAME = 60

let configured: readonly Publisher[] = []

/** Sets the banks of the installation, once in a process: `PUBLISHERS`, in its order. */
export function setPublishers(publishers: readonly Publisher[]): void {
  configured = publishers
}

export const publishers = (): readonly Publisher[] => configured

export const isPublisher = (id: string): boolean => configured.some((each) => each.id === id)

export const knownPublisher = (text: string | null): string | undefined =>
  configured.find(({ id }) => id === text)?.id

export const publisherName = (id: string): string =>
  configured.find((each) => each.id === id)?.name ?? id

export function publisherNamedIn(title: string): string | undefined {
  const text = ` ${wordsOf(title)} `
  const named = configured.filter(({ id, name }) =>
    [id, name].some((each) => text.includes(` ${wordsOf(each)} `)),
  )
  return named.length === 1 ? named[0]?.id : undefined
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')

/**
 * The kinds of rate, as in the table `rate_kind`. A bank pays `tt-buying` and asks `tt-selling` for
 * a telegraphic transfer; `customs` is for duty and holds until the next one begins.
 */
export const RATE_KINDS = ['indicative', 'tt-buying', 'tt-selling', 'customs'] as const
export type RateKind = (typeof RATE_KINDS)[number]

export const DEFAULT_KIND: RateKind = 'indicative'

export interface Series {
  readonly currency: Currency
  readonly kind: RateKind
  /** A bank that the installation names. Absent or null: the main series. */
  readonly publisher?: string | null | undefined
}

declare const rateKey: unique symbol
/** A series, or one day of it, as the key of a map; only `key` makes one. */
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

export function isRateKind(text: string): text is RateKind {
  return RATE_KINDS.some((kind) => kind === text)
}

export const allSeries = (): readonly Series[] => RATE_KINDS.flatMap((kind) => seriesOfKind(kind))

export const bankSeries = (): readonly Series[] =>
  publishers().flatMap(({ id }) => RATE_KINDS.flatMap((kind) => seriesOfKind(kind, id)))

/** The key of a series or, with `date`, of one day of it. */
export function key({ currency, kind, publisher }: Series, date?: CalendarDate): RateKey {
  const day = date === undefined ? '' : ` ${date}`
  return `${currency} ${kind}${publisher ? ` ${publisher}` : ''}${day}` as RateKey
}

/** Returns the fields of a series that are not the default: its kind and its bank. */
export function kindFields({ kind, publisher }: Pick<Series, 'kind' | 'publisher'>): {
  kind?: RateKind
  publisher?: string
} {
  return { ...(kind !== DEFAULT_KIND && { kind }), ...(publisher && { publisher }) }
}

export function seriesFields({ currency, ...of }: Series) {
  return { currency, ...kindFields(of) }
}
