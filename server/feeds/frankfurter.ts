import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { rateFromFeed } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { currenciesOn } from './cbsl-page.ts'
import { FeedError } from './publisher-requests.ts'
import {
  isRecord,
  type FeedPiece,
  type FeedQuery,
  type PublishedRate,
  type RateFeed,
  type ReadRates,
} from './rate-feed.ts'

/** One request has all days of a currency. */
const MAX_ARCHIVE_DAYS = 20_000
const PUBLIC_URL = 'https://api.frankfurter.dev/v2'

/**
 * One request covers a currency and any length of time. Names one provider, because blended rates
 * have 2 decimals.
 */
export function frankfurterFeed(baseUrl = PUBLIC_URL): RateFeed {
  const currencies = currenciesOn('indicative')
  return {
    name: 'cbsl',
    series: currencies.map((each) => seriesOf(each)),
    publisher: 'frankfurter',
    requestsPerRun: currencies.length,
    archive: { stepDays: MAX_ARCHIVE_DAYS, pauseMs: 0 },
    fetchDays: (query) => fetchDays(baseUrl, currencies, query),
  }
}

async function* fetchDays(
  baseUrl: string,
  currencies: readonly Currency[],
  { days, known, thorough, requests }: FeedQuery,
): AsyncGenerator<FeedPiece> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return
  const read: ReadRates[] = []
  for (const base of currencies) {
    const query = { base, quotes: TARGET_CURRENCY, providers: 'CBSL', from, to }
    const url = `${baseUrl.replace(/\/$/, '')}/rates?${new URLSearchParams(query).toString()}`
    const response = parseFrankfurter(await requests.readJson('frankfurter', url), base, from, to)
    read.push(response)
    const hasNews = response.rates.some((each) => known(each, each.date) !== each.rate)
    // All currencies of a day are published at once, so the first tells if there is news.
    if (!thorough && read.length === 1 && !hasNews) break
  }
  yield {
    rates: read.flatMap(({ rates }) => rates),
    refused: read.flatMap(({ refused }) => refused),
    refusedDays: read.flatMap(({ refusedDays = [] }) => refusedDays),
    answered: { kinds: ['indicative'], days },
  }
}

export function parseFrankfurter(
  response: unknown,
  currency: Currency,
  from: CalendarDate,
  to: CalendarDate,
): ReadRates {
  if (!Array.isArray(response))
    throw new FeedError('The CBSL feed did not answer with a list of rates')
  const rates: PublishedRate[] = []
  const refused: string[] = []
  const refusedDays: CalendarDate[] = []
  for (const row of response as unknown[]) {
    const { date, base, quote, rate: value } = isRecord(row) ? row : {}
    const rate = rateFromFeed(value, unitsOf(currency))
    if (base !== undefined && base === quote) continue
    if (base !== currency || quote !== TARGET_CURRENCY)
      refused.push(`The CBSL feed gave ${String(base)}/${String(quote)} instead of ${currency}`)
    else if (!isCalendarDate(date) || date < from || date > to)
      refused.push(`The CBSL feed gave a ${currency} rate of a day that was not requested`)
    else if (typeof rate === 'string') {
      refused.push(`The CBSL feed gave the ${currency} rate of ${date}, which is ${rate}`)
      refusedDays.push(date)
    } else rates.push({ ...seriesOf(currency), date, rate })
  }
  return { rates, refused: [...new Set(refused)], refusedDays }
}
