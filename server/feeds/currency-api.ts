import { setTimeout as pause } from 'node:timers/promises'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { quotientFromFeed } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOfKind, type Series } from '../../domain/series.ts'
import {
  FeedError,
  type FeedQuery,
  type FeedResponse,
  type PublishedRate,
  type RateFeed,
} from './rate-feed.ts'
import { isRecord, readJson } from './read-response.ts'

/** The package on a CDN, and the maintainer's own pages where that fails; `{date}` is the day. */
const PUBLIC_URLS = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies',
  'https://{date}.currency-api.pages.dev/v1/currencies',
]
/** Between two days of a backfill. */
const PAUSE_MS = 250
/** Days that are imported together, so that 400 of them leave 20 entries in the audit trail. */
const DAYS_PER_PIECE = 20

interface Source {
  /**
   * Folders of the files, with `{date}` where the day stands, in the order in which they are tried.
   */
  readonly urls?: readonly string[]
  readonly pauseMs?: number
}

/**
 * The package `@fawazahmed0/currency-api` (CC0): a market mid with 8 decimals, weekends included.
 * The dollar's file of a day has every currency; there is no range, so a backfill asks day by day.
 */
export function currencyApiFeed({ urls = PUBLIC_URLS, pauseMs = PAUSE_MS }: Source = {}): RateFeed {
  const series = seriesOfKind(DEFAULT_KIND)
  return {
    name: 'currency-api',
    series,
    costsPerDay: true,
    fetchDays: (question) => fetchDays({ urls, pauseMs }, series, question),
  }
}

async function* fetchDays(
  { urls, pauseMs }: Required<Source>,
  series: readonly Series[],
  { days, today, signal }: FeedQuery,
): AsyncGenerator<FeedResponse> {
  let piece = NOTHING
  let size = 0
  let failure: Error | undefined
  for (const [index, date] of days.toReversed().entries()) {
    try {
      if (index > 0) await pause(pauseMs, undefined, { signal })
      piece = joined(piece, await fetchDay(urls, { series, date, today }, signal))
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      break
    }
    if (++size % DAYS_PER_PIECE === 0 || index === 0) {
      yield piece
      piece = NOTHING
    }
  }
  if (piece.rates.length + piece.refused.length > 0) yield piece
  if (failure !== undefined) throw failure
}

interface DayRequest {
  readonly series: readonly Series[]
  readonly date: CalendarDate
  readonly today: CalendarDate
}

/** One day; nothing where no address has it. */
async function fetchDay(
  urls: readonly string[],
  request: DayRequest,
  signal: AbortSignal,
): Promise<FeedResponse> {
  let failure: FeedError | undefined
  let notThere = false
  for (const url of urls) {
    const address = `${url.replaceAll('{date}', request.date)}/usd.json`
    try {
      return parseCurrencyApi(await readJson(address, { signal }), request)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      // Who answers that the day is not there has answered; it stays wanted and is asked for again.
      if (error.nothingThere) notThere = true
      else failure ??= error
    }
  }
  if (failure && !notThere) throw failure
  return NOTHING
}

/**
 * The rates in `{ date, usd: { lkr: 330.905…, eur: 0.8623… } }`: the quotient of both. Throws a
 * FeedError for a file of another shape or day.
 */
export function parseCurrencyApi(response: unknown, request: DayRequest): FeedResponse {
  const { series, date, today } = request
  const dollar = isRecord(response) ? response['usd'] : undefined
  if (!isRecord(response) || !isRecord(dollar))
    throw new FeedError('currency-api answered with something that has no USD rates')
  if (response['date'] !== date)
    throw new FeedError('currency-api answered with another day than was asked for')
  if (date > today)
    return { rates: [], refused: [`currency-api gave the rates of a day to come: ${date}`] }
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

const NOTHING: FeedResponse = { rates: [], refused: [] }

const joined = (one: FeedResponse, other: FeedResponse): FeedResponse => ({
  rates: [...one.rates, ...other.rates],
  refused: [...one.refused, ...other.refused],
})
