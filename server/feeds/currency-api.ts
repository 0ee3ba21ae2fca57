import { setTimeout as pause } from 'node:timers/promises'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { quotientFromFeed } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOfKind, type Series } from '../../domain/series.ts'
import {
  FeedError,
  isRecord,
  type FeedPiece,
  type FeedQuery,
  type PublishedRate,
  type RateFeed,
  type ReadRates,
} from './rate-feed.ts'

/** The package on a CDN, and the maintainer's own pages in case that fails; `{date}` is the day. */
const PUBLIC_URLS = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies',
  'https://{date}.currency-api.pages.dev/v1/currencies',
]
/** Between two days of a backfill. */
const PAUSE_MS = 250
/** Days that are imported together, so that 400 of them leave 20 entries in the audit trail. */
const DAYS_PER_PIECE = 20
/** Files of days before are of a backfill, which a CDN serves and which is made once. */
const COUNTED_DAYS = 14

interface Source {
  /** Folders of the files, with `{date}` for the day, in the order in which they are tried. */
  readonly urls?: readonly string[]
  readonly pauseMs?: number
}

/**
 * Reads the package `@fawazahmed0/currency-api` (CC0): a market mid with 8 decimals, weekends
 * included. The dollar's file of a day has every currency; a range costs a request for each day.
 */
export function currencyApiFeed({ urls = PUBLIC_URLS, pauseMs = PAUSE_MS }: Source = {}): RateFeed {
  const series = seriesOfKind(DEFAULT_KIND)
  return {
    name: 'currency-api',
    series,
    publisher: 'currency-api',
    requestsPerRun: 1,
    fetchDays: (query) => fetchDays({ urls, pauseMs }, series, query),
  }
}

/** Asks for the days that lack a rate, the newest first: a file never changes. */
async function* fetchDays(
  { urls, pauseMs }: Required<Source>,
  series: readonly Series[],
  { days, today, known, requests, signal }: FeedQuery,
): AsyncGenerator<FeedPiece> {
  const missing = days.filter((date) => series.some((each) => known(each, date) === undefined))
  const counted = addDays(today, -COUNTED_DAYS)
  let piece: { rates: PublishedRate[]; refused: string[]; days: CalendarDate[] } = empty()
  for (const [index, date] of missing.toReversed().entries()) {
    if (index > 0) await pause(pauseMs, undefined, { signal })
    const publisher = date > counted ? 'currency-api' : null
    let read: ReadRates
    try {
      read = await fetchDay(urls, { series, date }, (url) => requests.readJson(publisher, url))
    } catch (error) {
      if (piece.days.length > 0) yield asPiece(piece)
      throw error
    }
    piece.rates.push(...read.rates)
    piece.refused.push(...read.refused)
    piece.days.push(date)
    if (index > 0 && piece.days.length < DAYS_PER_PIECE) continue
    yield asPiece(piece)
    piece = empty()
  }
  if (piece.days.length > 0) yield asPiece(piece)
}

const empty = () => ({ rates: [], refused: [], days: [] })

const asPiece = ({ days, ...read }: ReadRates & { days: CalendarDate[] }): FeedPiece => ({
  ...read,
  answered: { kinds: [DEFAULT_KIND], days },
})

interface RequestedDay {
  readonly series: readonly Series[]
  readonly date: CalendarDate
}

/** Returns the rates of a day; none if an address answers that the day is not there. */
async function fetchDay(
  urls: readonly string[],
  requested: RequestedDay,
  readJson: (url: string) => Promise<unknown>,
): Promise<ReadRates> {
  let failure: FeedError | undefined
  let nothingThere = false
  for (const url of urls) {
    try {
      const json = await readJson(`${url.replaceAll('{date}', requested.date)}/usd.json`)
      return parseCurrencyApi(json, requested)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      nothingThere ||= error.nothingThere
      failure ??= error
    }
  }
  if (failure && !nothingThere) throw failure
  return { rates: [], refused: [] }
}

/**
 * Reads the rates in `{ date, usd: { lkr: 330.905…, eur: 0.8623… } }` as quotients of two figures.
 * Throws a FeedError for a file of another shape or day.
 */
export function parseCurrencyApi(response: unknown, { series, date }: RequestedDay): ReadRates {
  const dollar = isRecord(response) ? response['usd'] : undefined
  if (!isRecord(response) || !isRecord(dollar))
    throw new FeedError('currency-api answered with something that has no USD rates')
  if (response['date'] !== date)
    throw new FeedError('currency-api answered with another day than was requested')
  const rates: PublishedRate[] = []
  const refused: string[] = []
  for (const each of series) {
    const { currency } = each
    const perDollar = currency === 'USD' ? 1 : dollar[currency.toLowerCase()]
    const rate = quotientFromFeed(dollar[RUPEE], perDollar, unitsOf(currency))
    if (typeof rate === 'string')
      refused.push(`currency-api gave the ${currency} rate of ${date}, which is ${rate}`)
    else rates.push({ ...each, date, rate })
  }
  return { rates, refused }
}

const RUPEE = TARGET_CURRENCY.toLowerCase()
