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

/** The CDN, then the maintainer's own pages. */
const PUBLIC_URLS = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies',
  'https://{date}.currency-api.pages.dev/v1/currencies',
]
const PAUSE_MS = 250
/** Limits 400 days to 20 audit entries. */
const DAYS_PER_PIECE = 20
/** Older days are a backfill and count for no limit. */
const COUNTED_DAYS = 14

interface Source {
  readonly urls?: readonly string[]
  readonly pauseMs?: number
}

/** Market mid rates, weekends included (`@fawazahmed0/currency-api`, CC0). */
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

/** Newest first; files never change. */
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
 * `{ date, usd: { lkr: 330.905…, eur: 0.8623… } }`. Throws a FeedError for another shape or day.
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
