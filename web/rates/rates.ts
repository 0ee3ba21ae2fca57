import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import {
  isCurrency,
  quotedUnits,
  TARGET_CURRENCY,
  usualCurrency,
  type Currency,
} from '../../domain/currency.ts'
import {
  DEFAULT_KIND,
  isRateKind,
  knownPublisher,
  publisherName,
  type RateKind,
} from '../../domain/series.ts'
import { formatRate, fromWire } from '../../domain/money.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import type { Place } from '../load-page.ts'
import { createQuery } from '../queries.ts'

export interface RateChoice {
  readonly kind: RateKind
  /** Undefined: the main series. */
  readonly publisher?: string | undefined
}

/** The parameters of every public address: `/rates/USD?date=…&kind=…&publisher=…`. */
export interface PublicAddress extends RateChoice {
  readonly currency: Currency
  /** Undefined: today. */
  readonly date: CalendarDate | undefined
  readonly notes: readonly string[]
}

/**
 * Reads a public address. The currency is in the path (`/rates/USD`), in `base` or in `currency`,
 * the date in the path or in `date`. A bank without a kind means its selling rates.
 */
export function readAddress({ path, search, today }: Place): PublicAddress {
  const [, , inPath, dateInPath] = path.split('/')
  const notes: string[] = []
  const base = (inPath ?? search.get('base') ?? search.get('currency'))?.toUpperCase()
  const currency = isCurrency(base) ? base : usualCurrency()
  if (base && base !== currency)
    notes.push(t.rates.unknownCurrency({ given: base.slice(0, 20), shown: currency }))
  const date = dateInPath ?? (search.get('date') || undefined)
  const isDay = isCalendarDate(date) && date <= today
  if (date && !isDay) notes.push(t.rates.unknownDay({ given: date.slice(0, 20) }))
  const [kind = '', bank] = search.get('kind')?.split(' ') ?? []
  if (kind && !isRateKind(kind)) notes.push(t.rates.unknownKind({ given: kind.slice(0, 20) }))
  const publisher = knownPublisher(bank ?? search.get('publisher'))
  const usual = publisher && !kind ? 'tt-selling' : DEFAULT_KIND
  return {
    currency,
    date: isDay && (dateInPath || date < today) ? date : undefined,
    kind: isRateKind(kind) ? kind : usual,
    publisher,
    notes,
  }
}

export const choiceParams = ({ kind, publisher }: RateChoice) => ({
  kind: kind === DEFAULT_KIND && !publisher ? undefined : kind,
  publisher,
})

export function ratesAddress({ currency, date, ...choice }: Omit<PublicAddress, 'notes'>): string {
  const base = date === undefined && currency === usualCurrency() ? undefined : currency
  return withQuery('/rates', { date, base, ...choiceParams(choice) })
}

interface CitedDay {
  readonly currency: Currency
  readonly date: CalendarDate
  readonly kind?: RateKind | undefined
  readonly publisher?: string | null | undefined
  /** As in the address, in Colombo's time; undefined: as known now. */
  readonly knownAt?: string | undefined
  readonly amount?: string | undefined
  readonly fromRupees?: boolean | undefined
  /** The day for which the rate was asked, if it is another one. */
  readonly asked?: CalendarDate | undefined
}

/** The page on which a day's rate can be cited. `page` is one of its changes. */
export function citedAddress(cited: CitedDay, page = 1): string {
  const { currency, date, kind = DEFAULT_KIND, publisher, knownAt, amount } = cited
  const address = withQuery(`/rates/${currency}/${date}`, {
    amount,
    from: amount !== undefined && cited.fromRupees ? TARGET_CURRENCY : undefined,
    for: cited.asked,
    ...choiceParams({ kind, publisher: publisher ?? undefined }),
    known_at: knownAt,
    page: page > 1 ? page : undefined,
  })
  // A colon needs no escape in a query and is easier to read.
  return address.replaceAll('%3A', ':')
}

export type CurrentRate = ResponseOf<'GET /api/exchange-rate/current/:currency'>['data']
export type Week = ResponseOf<'GET /api/exchange-rate/:currency/last-seven-days'>['data']

type RateInput = Omit<PublicAddress, 'notes'>
const rateInput = ({ currency, date, ...choice }: RateInput) => ({
  params: { currency },
  query: { date, ...choiceParams(choice) },
})

export const rateQuery = (input: RateInput) =>
  createQuery('rates', 'GET /api/exchange-rate/current/:currency', rateInput(input))

export const weekQuery = (input: RateInput) =>
  createQuery('rates', 'GET /api/exchange-rate/:currency/last-seven-days', rateInput(input))

export const seriesQuery = () => createQuery('rates', 'GET /api/exchange-rate/series', {})

export const feedQuery = () => createQuery('rates', 'GET /api/exchange-rate/feed', {})

interface NamedRate {
  readonly currency: Currency
  readonly kind?: RateKind | undefined
  readonly publisher?: string | undefined
  readonly date: CalendarDate
  /** Rupees for as many units as the currency is quoted in. */
  readonly rate: number
}

/** `1 USD = 330.9054 LKR`; with kind and bank in brackets unless indicative. */
export function rateWords({ currency, kind, publisher, rate }: Omit<NamedRate, 'date'>): string {
  const named = [publisher && publisherName(publisher), kind && t.kindNames[kind]].filter(Boolean)
  const details = named.length === 0 ? '' : ` (${named.join(', ')})`
  return `${quotedUnits(currency)} = ${formatRate(fromWire(rate))} ${TARGET_CURRENCY}${details}`
}

/** A rate in one line, for titles: `1 USD = 330.9054 LKR, 29 Sep 2026`. */
export const rateSentence = (rate: NamedRate): string =>
  `${rateWords(rate)}, ${formatDay(rate.date)}`

/** The line below the title of /rates. */
export function leadSentence(rate: CurrentRate | undefined, today: CalendarDate) {
  if (!rate) return t.rates.leadNone
  const { date, requested_date: requested } = rate
  if (date !== requested) return t.rates.leadLatest({ date })
  return date === today ? t.rates.leadToday({ date }) : t.rates.lead({ date })
}

/**
 * Returns title, headline and structured data (https://schema.org/ExchangeRateSpecification) for a
 * page about one rate.
 */
export function rateHead(rate: NamedRate | undefined) {
  if (!rate) return {}
  const sentence = rateSentence(rate)
  return {
    title: sentence,
    headline: sentence,
    figures: sentence,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'ExchangeRateSpecification',
      currency: rate.currency,
      currentExchangeRate: {
        '@type': 'UnitPriceSpecification',
        price: formatRate(fromWire(rate.rate)),
        priceCurrency: TARGET_CURRENCY,
        validFrom: rate.date,
      },
    },
  }
}

/** The entries of a day. */
export const dayQuery = ({
  date,
  kind,
  publisher,
}: {
  readonly date: CalendarDate
  readonly kind?: RateKind | undefined
  readonly publisher?: string | null | undefined
}) =>
  createQuery('entries', 'GET /api/exchange-rate/manual/day', {
    query: {
      date,
      kind: kind === DEFAULT_KIND ? undefined : kind,
      publisher: publisher ?? undefined,
    },
  })
