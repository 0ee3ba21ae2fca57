import { setTimeout as pause } from 'node:timers/promises'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { FURTHER_CURRENCIES } from '../../domain/integrations/further-currency.ts'
import { rateFromFeed } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOfKind, type Series } from '../../domain/series.ts'
import { amountFromFeed } from './further-rate-queries.ts'
import {
  FeedError,
  type FeedQuery,
  type FeedResponse,
  type FurtherRate,
  type RateFeed,
} from './rate-feed.ts'
import { isRecord, readJson } from './read-response.ts'

/** The package on a CDN, and the maintainer's own pages where that fails; `{date}` is the day. */
const PUBLIC_URLS = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies',
  'https://{date}.currency-api.pages.dev/v1/currencies',
]
/**
 * It has a file for every currency of the list; a market mid is the nearest there is to an
 * indicative rate.
 */
const SERIES = seriesOfKind(DEFAULT_KIND)
/** Between two days of a backfill; within a day all but the first are asked for at once. */
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
 * The package `@fawazahmed0/currency-api` (CC0): a market mid with 8 decimals, one file for each
 * currency and day, weekends included. There is no range, so a backfill asks day by day and takes
 * its time.
 */
export function currencyApiFeed({ urls = PUBLIC_URLS, pauseMs = PAUSE_MS }: Source = {}): RateFeed {
  return {
    name: 'currency-api',
    series: SERIES,
    further: FURTHER_CURRENCIES,
    costsPerDay: true,
    fetchDays: (question) => fetchDays(urls, pauseMs, question),
  }
}

async function* fetchDays(
  urls: readonly string[],
  pauseMs: number,
  { days, today, signal }: FeedQuery,
): AsyncGenerator<FeedResponse> {
  let piece = NOTHING
  let size = 0
  let failure: Error | undefined
  for (const [index, date] of days.toReversed().entries()) {
    try {
      if (index > 0) await pause(pauseMs, undefined, { signal })
      const [dollar, ...others] = SERIES.map(
        (series) => () => fetchDay(urls, series, date, today, signal),
      )
      // A day has all of its files or none.
      const first = (await dollar?.()) ?? NOTHING
      const rest = first === NOTHING ? [] : await Promise.all(others.map((each) => each()))
      piece = [piece, first, ...rest].reduce(joined)
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

/** One currency on one day; nothing where no address has the day. */
async function fetchDay(
  urls: readonly string[],
  series: Series,
  date: CalendarDate,
  today: CalendarDate,
  signal: AbortSignal,
): Promise<FeedResponse> {
  let failure: FeedError | undefined
  let notThere = false
  for (const url of urls) {
    const address = `${url.replaceAll('{date}', date)}/${series.currency.toLowerCase()}.json`
    try {
      const response = await readJson(address, { signal })
      const parsed = parseCurrencyApi(response, { series, date, today })
      return series.currency === 'USD'
        ? { ...parsed, further: parseFurtherRates(response, date) }
        : parsed
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
 * The rate in a file `{ date, usd: { lkr: 330.905… } }`. A value that cannot be right is refused.
 * Throws a FeedError for a file of another shape, currency or day: then it is not the file that was
 * asked for.
 */
export function parseCurrencyApi(
  response: unknown,
  request: { series: Series; date: CalendarDate; today: CalendarDate },
): FeedResponse {
  const { series, date, today } = request
  const { currency } = series
  const rates = isRecord(response) ? response[currency.toLowerCase()] : undefined
  if (!isRecord(response) || !isRecord(rates))
    throw new FeedError(`currency-api answered with something that has no ${currency} rates`)
  if (response['date'] !== date)
    throw new FeedError('currency-api answered with another day than was asked for')
  const refuse = (what: string): FeedResponse => ({
    rates: [],
    refused: [`currency-api gave ${what}`],
  })
  if (date > today) return refuse(`the ${currency} rate of a day to come: ${date}`)
  const rate = rateFromFeed(rates[TARGET_CURRENCY.toLowerCase()])
  if (typeof rate === 'string') return refuse(`the ${currency} rate of ${date}, which is ${rate}`)
  return { rates: [{ ...series, date, rate }], refused: [] }
}

/**
 * What the dollar's file of a day says of further currencies: what one dollar is worth in each, and
 * in rupees.
 */
function parseFurtherRates(response: unknown, date: CalendarDate): FurtherRate[] {
  const dollar = isRecord(response) ? response['usd'] : undefined
  const rupees = isRecord(dollar)
    ? amountFromFeed(dollar[TARGET_CURRENCY.toLowerCase()])
    : undefined
  if (!isRecord(dollar) || rupees === undefined) return []
  return FURTHER_CURRENCIES.flatMap((currency) => {
    const units = amountFromFeed(dollar[currency.toLowerCase()])
    return units === undefined ? [] : [{ currency, date, rupees, units }]
  })
}

const NOTHING: FeedResponse = { rates: [], refused: [] }

const joined = (one: FeedResponse, other: FeedResponse): FeedResponse => ({
  rates: [...one.rates, ...other.rates],
  refused: [...one.refused, ...other.refused],
  further: [...(one.further ?? []), ...(other.further ?? [])],
})
