import { setTimeout as pause } from 'node:timers/promises'
import { addDays, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { key, seriesOf, type RateKind } from '../../domain/series.ts'
import { currenciesOn, labelOn, parseCbslPage, type CbslPage, type CbslQuery } from './cbsl-page.ts'
import { frankfurterFeed } from './frankfurter.ts'
import {
  FeedError,
  type FeedPiece,
  type FeedQuery,
  type RateFeed,
  type ReadRates,
} from './rate-feed.ts'

const PAGES: Readonly<Record<CbslPage, string>> = {
  indicative: 'exrates/exrates_results.php',
  tt: 'exratestt/exrates_resultstt.php',
}
const PUBLIC_URL = 'https://www.cbsl.gov.lk/cbsl_custom'
const KINDS: Readonly<Record<CbslPage, readonly RateKind[]>> = {
  indicative: ['indicative'],
  tt: ['tt-buying', 'tt-selling'],
}
const PAUSE_MS = 30_000
/** Frankfurter supplies earlier days. */
const MAX_PAGE_DAYS = 60
/** Days before that identify a TT table if the day has no indicative rate. */
const NEAR_DAYS = 7

interface CbslOptions {
  readonly userAgent: string
  readonly pagesUrl?: string
  readonly frankfurterUrl?: string
  readonly pauseMs?: number
}

/** Frankfurter supplies old days, and indicative rates if their page fails. */
export function cbslFeed(options: CbslOptions): RateFeed {
  const pages = ['indicative', 'tt'] as const
  return {
    name: 'cbsl',
    series: pages.flatMap((page) =>
      KINDS[page].flatMap((kind) => currenciesOn(page).map((each) => seriesOf(each, kind))),
    ),
    publisher: 'cbsl',
    requestsPerRun: pages.length,
    reach: { 'tt-buying': MAX_PAGE_DAYS, 'tt-selling': MAX_PAGE_DAYS },
    fetchDays: (query) => fetchDays(options, query),
  }
}

async function* fetchDays(options: CbslOptions, query: FeedQuery): AsyncGenerator<FeedPiece> {
  const days = query.days.slice(-MAX_PAGE_DAYS)
  const older = query.days.slice(0, -MAX_PAGE_DAYS)
  let indicative: ReadRates = { rates: [], refused: [] }
  let failure: FeedError | undefined
  try {
    indicative = await requestPage(options, query, 'indicative', days)
    yield { ...indicative, answered: { kinds: KINDS.indicative, days } }
  } catch (error) {
    failure = asFeedError(error)
  }
  const missing = failure ? query.days : older
  let isStandIn = false
  try {
    for await (const piece of readFrankfurter(options, { ...query, days: missing })) {
      yield piece
      isStandIn ||= failure !== undefined
    }
  } catch (error) {
    const { message } = asFeedError(error)
    if (!failure) yield { rates: [], refused: [`${message}; older days are missing`] }
  }
  if (!failure?.isOffline) yield await readTt(options, query, days, indicative)
  if (!failure) return
  if (!isStandIn) throw failure
  const sentence = `${failure.message}; the indicative rates come from Frankfurter`
  yield { rates: [], refused: [sentence], ...pickPublisherError(failure), isStandIn }
}

/** Today stays unanswered, because Frankfurter lags by hours. */
async function* readFrankfurter(
  { frankfurterUrl }: CbslOptions,
  query: FeedQuery,
): AsyncGenerator<FeedPiece> {
  const frankfurter = frankfurterFeed(frankfurterUrl)
  const { publisher, requestsPerRun } = frankfurter
  if (query.days.length === 0 || !(await query.requests.allow(publisher, requestsPerRun))) return
  const thorough = query.thorough || query.days.length > MAX_PAGE_DAYS
  for await (const piece of frankfurter.fetchDays({ ...query, thorough }))
    yield {
      ...piece,
      answered: { kinds: KINDS.indicative, days: query.days.filter((day) => day < query.today) },
    }
}

/** A failure does not fail the run. */
async function readTt(
  options: CbslOptions,
  query: FeedQuery,
  days: readonly CalendarDate[],
  { rates }: ReadRates,
): Promise<FeedPiece> {
  await pause(options.pauseMs ?? PAUSE_MS, undefined, { signal: query.signal })
  const fresh = new Map(rates.map((each) => [key(each, each.date), each.rate]))
  try {
    const read = await requestPage(options, query, 'tt', days, (currency, date) => {
      const series = seriesOf(currency)
      return daysFromTo(addDays(date, -NEAR_DAYS), date)
        .map((day) => fresh.get(key(series, day)) ?? query.known(series, day))
        .findLast((each) => each !== undefined)
    })
    return { ...read, answered: { kinds: KINDS.tt, days } }
  } catch (error) {
    const failure = asFeedError(error)
    return {
      rates: [],
      refused: [`${failure.message}; TT rates are missing`],
      ...pickPublisherError(failure),
    }
  }
}

async function requestPage(
  { pagesUrl = PUBLIC_URL, userAgent }: CbslOptions,
  { requests }: FeedQuery,
  page: CbslPage,
  days: readonly CalendarDate[],
  indicative: CbslQuery['indicative'] = () => undefined,
): Promise<ReadRates> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return { rates: [], refused: [] }
  const form = new URLSearchParams({
    lookupPage: 'lookup_daily_exchange_rates.php',
    startRange: '2006-11-11',
    rangeType: 'dates',
    txtStart: from,
    txtEnd: to,
  })
  for (const currency of currenciesOn(page))
    form.append('chk_cur[]', `${currency}~${labelOn(page, currency)}`)
  // Without this field the page comes back empty.
  form.append('submit_button', 'Submit')
  const url = `${pagesUrl.replace(/\/$/, '')}/${PAGES[page]}`
  try {
    const html = await requests.read('cbsl', url, { accept: 'text/html', form, userAgent })
    return parseCbslPage(html, { page, from, to, indicative })
  } catch (cause) {
    if (cause instanceof RangeError) {
      const message = `The CBSL's page cannot be read: ${cause.message}; its layout is unknown`
      throw new FeedError(message, { publisherError: 'unknown layout', cause })
    }
    const { message, isOffline, publisherError = 'unreachable' } = asFeedError(cause)
    throw new FeedError(message, { isOffline, publisherError, cause })
  }
}

function asFeedError(error: unknown): FeedError {
  if (error instanceof FeedError) return error
  throw error
}

const pickPublisherError = ({ publisherError }: FeedError) =>
  publisherError ? { publisherError } : {}
