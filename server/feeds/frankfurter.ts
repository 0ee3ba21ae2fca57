import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { rateFromFeed } from '../../domain/money.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { isNews } from './awaited-day.ts'
import { currenciesOf } from './cbsl-labels.ts'
import {
  FeedError,
  withoutContradictions,
  type FeedQuery,
  type FeedResponse,
  type PublishedRate,
  type RateFeed,
} from './rate-feed.ts'
import { isRecord, readJson } from './read-response.ts'

const PUBLIC_URL = 'https://api.frankfurter.dev/v2'

/**
 * The Central Bank's indicative rates by Frankfurter v2: one request for a currency and any length
 * of time. Exactly one provider, in its own direction: blended answers are rounded to 2 decimals.
 */
export function frankfurterFeed(baseUrl = PUBLIC_URL): RateFeed {
  const series = currenciesOf('indicative').map((each) => seriesOf(each))
  return {
    name: 'cbsl',
    series,
    costsPerDay: false,
    costsPerCurrency: true,
    fetchDays: (question) => fetchDays(baseUrl, series, question),
  }
}

async function* fetchDays(
  baseUrl: string,
  all: readonly Series[],
  { days, today, signal, awaited }: FeedQuery,
): AsyncGenerator<FeedResponse> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return
  const responses: FeedResponse[] = []
  for (const series of all) {
    const url = addressOf(baseUrl, series.currency, from, to)
    const response = parseFrankfurter(await readJson(url, { signal }), { series, from, to, today })
    // The currencies of a day come together: without news of the first there are none.
    if (awaited && responses.length === 0 && !isNews(response, awaited)) return
    responses.push(response)
  }
  yield {
    rates: responses.flatMap(({ rates }) => rates),
    refused: responses.flatMap(({ refused }) => refused),
  }
}

function addressOf(baseUrl: string, base: string, from: CalendarDate, to: CalendarDate): string {
  const query = new URLSearchParams({ base, quotes: TARGET_CURRENCY, providers: 'CBSL', from, to })
  return `${baseUrl.replace(/\/$/, '')}/rates?${query.toString()}`
}

interface FeedRequest {
  readonly series: Series
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly today: CalendarDate
}

/**
 * The rates in a list of `{ date, base, quote, rate }`. Wrong rows are refused. Throws a FeedError
 * for anything that is no list.
 */
export function parseFrankfurter(response: unknown, request: FeedRequest): FeedResponse {
  if (!Array.isArray(response))
    throw new FeedError('The CBSL feed did not answer with a list of rates')
  const refused = new Set<string>()
  const given: PublishedRate[] = []
  for (const row of response as unknown[]) {
    if (isIdentity(row)) continue
    const rate = parseRow(row, request)
    if (typeof rate === 'string') refused.add(`The CBSL feed gave ${rate}`)
    else given.push(rate)
  }
  const { kept, areAll } = withoutContradictions(given)
  if (!areAll) refused.add(`The CBSL feed gave two ${request.series.currency} rates for one day`)
  return { rates: kept, refused: [...refused] }
}

function isIdentity(row: unknown): boolean {
  return isRecord(row) && row['base'] === row['quote'] && row['base'] !== undefined
}

/** The rate of a row, or what is wrong with it. */
function parseRow(row: unknown, { series, from, to, today }: FeedRequest): PublishedRate | string {
  const { currency } = series
  if (!isRecord(row)) return 'a row that is no record'
  const { date, base, quote, rate: given } = row
  if (base !== currency || quote !== TARGET_CURRENCY)
    return `${String(base)}/${String(quote)} where ${currency}/${TARGET_CURRENCY} was asked for`
  if (!isCalendarDate(date)) return `the ${currency} rate of no day: ${JSON.stringify(date)}`
  if (date > today) return `the ${currency} rate of a day to come: ${date}`
  if (date < from || date > to)
    return `the ${currency} rate of a day that was not asked for: ${date}`
  const rate = rateFromFeed(given, unitsOf(currency))
  if (typeof rate === 'string') return `the ${currency} rate of ${date}, which is ${rate}`
  return { ...series, date, rate }
}
