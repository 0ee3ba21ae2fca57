import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { quotientFromFeed } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOfKind, type Series } from '../../domain/series.ts'
import { asFeedError, FeedError } from './publisher-requests.ts'
import {
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

/** Asks for days without all of their rates only, because files never change. */
async function* fetchDays(
  { urls, pauseMs }: Required<Source>,
  series: readonly Series[],
  { days, known, requests }: FeedQuery,
): AsyncGenerator<FeedPiece> {
  const counted = days.slice(-COUNTED_DAYS)
  const missing = days
    .filter((date) => series.some((each) => known(each, date) === undefined))
    .toReversed()
  // The newest day comes alone, so that it is shown before a backfill ends.
  for (let from = 0, to = 1; from < missing.length; from = to, to += DAYS_PER_PIECE) {
    const piece = missing.slice(from, to)
    const read: ReadRates[] = []
    for (const date of piece) {
      if (date !== missing[0]) await requests.pause(pauseMs)
      const publisher = counted.includes(date) ? 'currency-api' : null
      read.push(await fetchDay(urls, series, date, (url) => requests.readJson(publisher, url)))
    }
    yield {
      rates: read.flatMap(({ rates }) => rates),
      refused: read.flatMap(({ refused }) => refused),
      refusedDays: read.flatMap(({ refusedDays = [] }) => refusedDays),
      answered: { kinds: [DEFAULT_KIND], days: piece },
    }
  }
}

/** A day that one address does not have has no rates, although another address fails. */
async function fetchDay(
  urls: readonly string[],
  series: readonly Series[],
  date: CalendarDate,
  readJson: (url: string) => Promise<unknown>,
): Promise<ReadRates> {
  const failures: FeedError[] = []
  for (const url of urls) {
    try {
      const json = await readJson(`${url.replaceAll('{date}', date)}/usd.json`)
      return parseCurrencyApi(json, series, date)
    } catch (error) {
      failures.push(asFeedError(error))
    }
  }
  const [failure] = failures
  if (failure && !failures.some(({ reason }) => reason === 'not found')) throw failure
  return { rates: [], refused: [] }
}

/** Reads `{ date, usd: { lkr: 330.905…, eur: 0.8623… } }`. Throws for another shape or day. */
export function parseCurrencyApi(
  response: unknown,
  series: readonly Series[],
  date: CalendarDate,
): ReadRates {
  const dollar = isRecord(response) ? response['usd'] : undefined
  if (!isRecord(response) || !isRecord(dollar))
    throw new FeedError('currency-api answered with something that has no USD rates')
  if (response['date'] !== date)
    throw new FeedError('currency-api answered with another day than was requested')
  const rates: PublishedRate[] = []
  const refused: string[] = []
  const refusedDays: CalendarDate[] = []
  for (const each of series) {
    const { currency } = each
    const perDollar = currency === 'USD' ? 1 : dollar[currency.toLowerCase()]
    const rupees = dollar[TARGET_CURRENCY.toLowerCase()]
    const rate = quotientFromFeed(rupees, perDollar, unitsOf(currency))
    if (typeof rate === 'string') {
      refused.push(`currency-api gave the ${currency} rate of ${date}, which is ${rate}`)
      // A currency that the feed does not have at all is no refused figure.
      if (perDollar !== undefined) refusedDays.push(date)
    } else rates.push({ ...each, date, rate })
  }
  return { rates, refused, refusedDays }
}
