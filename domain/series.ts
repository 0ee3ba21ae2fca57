import type { CalendarDate } from './calendar-date.ts'
import { currencies, type Currency } from './currency.ts'

/**
 * A bank whose rates are kept beside the main ones. How a rate came is its source; whose it is, its
 * publisher.
 */
export interface Publisher {
  /** As addresses and stored changes name it. */
  readonly id: string
  readonly name: string
}

/** A longest identifier and name; identifiers stand in addresses and in notifications. */
export const MAX_PUBLISHER_ID = 30
export const MAX_PUBLISHER_NAME = 60

let configured: readonly Publisher[] = []

/** Sets the banks of the installation, once in a process: `PUBLISHERS`, in its order. */
export function setPublishers(publishers: readonly Publisher[]): void {
  configured = publishers
}

/** The banks that the installation names. */
export const publishers = (): readonly Publisher[] => configured

/** Whether a text is the identifier of one of them. */
export const isPublisher = (id: string): boolean => configured.some((each) => each.id === id)

/** The bank that an address names by its identifier; undefined for any other text. */
export const knownPublisher = (text: string | null): string | undefined =>
  configured.find(({ id }) => id === text)?.id

/** The name of a bank; of one that is not named any more, its identifier. */
export const publisherName = (id: string): string =>
  configured.find((each) => each.id === id)?.name ?? id

/** The bank that a title names; undefined for none and for several, as in a comparison. */
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

/** The kind that is meant where none is named. */
export const DEFAULT_KIND: RateKind = 'indicative'

/** What a rate belongs to: a currency's rates of one kind, and of a bank where they are its own. */
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

/** The series of a kind, of a bank where one is named, in the order of the currencies. */
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

/** What a series is of besides its currency: neither the default kind nor the main publisher. */
export function kindFields({ kind, publisher }: Pick<Series, 'kind' | 'publisher'>): {
  kind?: RateKind
  publisher?: string
} {
  return { ...(kind !== DEFAULT_KIND && { kind }), ...(publisher && { publisher }) }
}

/** A series as records have it. */
export function seriesFields({ currency, ...of }: Series) {
  return { currency, ...kindFields(of) }
}
