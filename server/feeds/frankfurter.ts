import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { rateFromFeed } from '../../domain/money.ts'
import { seriesOf, type Series } from '../../domain/series.ts'
import { currenciesOn } from './cbsl-page.ts'
import { implausible } from './import-rates.ts'
import {
  FeedError,
  isRecord,
  withoutContradictions,
  type FeedPiece,
  type FeedQuery,
  type PublishedRate,
  type RateFeed,
  type ReadRates,
} from './rate-feed.ts'

const PUBLIC_URL = 'https://api.frankfurter.dev/v2'

/**
 * One request covers a currency and any length of time. Names one provider, because blended rates
 * have 2 decimals.
 */
export function frankfurterFeed(baseUrl = PUBLIC_URL): RateFeed {
  const all = currenciesOn('indicative').map((each) => seriesOf(each))
  return {
    name: 'cbsl',
    series: all,
    publisher: 'frankfurter',
    requestsPerRun: all.length,
    fetchDays: (query) => fetchDays(baseUrl, all, query),
  }
}

async function* fetchDays(
  baseUrl: string,
  all: readonly Series[],
  { days, known, thorough, requests }: FeedQuery,
): AsyncGenerator<FeedPiece> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return
  const answered = { kinds: ['indicative'], days } as const
  const newest = (series: Series) => days.findLast((day) => known(series, day)) ?? ''
  // A day's currencies come together, so the one that lags most tells if there is news.
  const lagging = all.toSorted((one, other) => (newest(one) < newest(other) ? -1 : 1))
  const read: ReadRates[] = []
  for (const series of lagging) {
    const query = { base: series.currency, quotes: TARGET_CURRENCY, providers: 'CBSL', from, to }
    const url = `${baseUrl.replace(/\/$/, '')}/rates?${new URLSearchParams(query).toString()}`
    const json = await requests.readJson('frankfurter', url)
    const response = parseFrankfurter(json, { series, from, to })
    if (!thorough && read.length === 0 && !hasNews(response, known)) {
      yield { rates: [], refused: response.refused, answered }
      return
    }
    read.push(response)
  }
  yield {
    rates: read.flatMap(({ rates }) => rates),
    refused: read.flatMap(({ refused }) => refused),
    answered,
  }
}

function hasNews({ rates }: ReadRates, known: FeedQuery['known']): boolean {
  const refused = implausible(rates, known)
  return rates.some((each) => known(each, each.date) !== each.rate && !refused.includes(each))
}

interface Requested {
  readonly series: Series
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/** Throws a FeedError if the response is no list. */
export function parseFrankfurter(response: unknown, requested: Requested): ReadRates {
  if (!Array.isArray(response))
    throw new FeedError('The CBSL feed did not answer with a list of rates')
  const refused = new Set<string>()
  const published: PublishedRate[] = []
  for (const row of response as unknown[]) {
    const isIdentity = isRecord(row) && row['base'] !== undefined && row['base'] === row['quote']
    if (isIdentity) continue
    const rate = parseRow(row, requested)
    if (typeof rate === 'string') refused.add(`The CBSL feed gave ${rate}`)
    else published.push(rate)
  }
  const { kept, areAll } = withoutContradictions(published)
  if (!areAll) refused.add(`The CBSL feed gave two ${requested.series.currency} rates for one day`)
  return { rates: kept, refused: [...refused] }
}

function parseRow(row: unknown, { series, from, to }: Requested): PublishedRate | string {
  const { currency } = series
  if (!isRecord(row)) return 'a row that is no record'
  const { date, base, quote, rate: value } = row
  if (base !== currency || quote !== TARGET_CURRENCY)
    return `${String(base)}/${String(quote)} instead of ${currency}/${TARGET_CURRENCY}`
  if (!isCalendarDate(date)) return `the ${currency} rate of no day: ${JSON.stringify(date)}`
  if (date < from || date > to)
    return `the ${currency} rate of a day that was not requested: ${date}`
  const rate = rateFromFeed(value, unitsOf(currency))
  if (typeof rate === 'string') return `the ${currency} rate of ${date}, which is ${rate}`
  return { ...series, date, rate }
}
