import { setTimeout as pause } from 'node:timers/promises'
import { addDays, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { key, seriesOf, type RateKind, type Series } from '../../domain/series.ts'
import { isNews } from './awaited-day.ts'
import { CBSL_LABELS, currenciesOf, type CbslPage } from './cbsl-labels.ts'
import { parseCbslPage, type CbslQuery } from './cbsl-page.ts'
import { frankfurterFeed } from './frankfurter.ts'
import {
  FeedError,
  type FeedQuery,
  type FeedResponse,
  type PagesState,
  type RateFeed,
} from './rate-feed.ts'
import { readPage } from './read-response.ts'

/** The forms' targets below the Central Bank's own address. */
const PAGES: Readonly<Record<CbslPage, string>> = {
  indicative: 'exrates/exrates_results.php',
  tt: 'exratestt/exrates_resultstt.php',
}
const PUBLIC_URL = 'https://www.cbsl.gov.lk/cbsl_custom'
/** Between two requests to the Central Bank. */
const PAUSE_MS = 30_000
/** Days in one request to it; a longer time is Frankfurter's. */
const MAX_PAGE_DAYS = 60
/**
 * So many tries of a day ask both pages, later ones the second only where the first brings news: 60
 * requests a day.
 */
const MOST_PAIRS = 10
/** After so many failures in a row Frankfurter stands in for its pages. */
const MAX_FAILURES = 3

export interface CbslOptions {
  /** Names the installation. */
  readonly userAgent: string
  readonly pagesUrl?: string
  readonly frankfurterUrl?: string
  readonly pauseMs?: number
}

/**
 * The Central Bank's rates from its own two pages: indicative, and TT. What lies further back, and
 * the indicative rate where they fail, comes by Frankfurter.
 */
export function cbslFeed(options: CbslOptions): RateFeed {
  return {
    name: 'cbsl',
    series: [
      ...seriesOn('indicative', 'indicative'),
      ...seriesOn('tt', 'tt-buying'),
      ...seriesOn('tt', 'tt-selling'),
    ],
    costsPerDay: false,
    correctionDays: 10,
    fetchDays: (question) => fetchDays(options, question),
  }
}

const seriesOn = (page: CbslPage, kind: RateKind) =>
  currenciesOf(page).map((each) => seriesOf(each, kind))

async function* fetchDays(options: CbslOptions, question: FeedQuery): AsyncGenerator<FeedResponse> {
  const frankfurter = frankfurterFeed(options.frankfurterUrl)
  const {
    tries = 0,
    pagesFailures = 0,
    olderMissing = false,
    sinceMs = Infinity,
  } = question.before ?? {}
  const days = question.days.slice(-MAX_PAGE_DAYS)
  let isBackfilled = false
  if (days.length < question.days.length) {
    try {
      yield* frankfurter.fetchDays(question)
      yield { rates: [], refused: [], olderMissing: false }
      isBackfilled = true
    } catch (error) {
      // Without Frankfurter the Central Bank's pages have at least the newest days.
      if (!(error instanceof FeedError) || (tries < MAX_FAILURES && !olderMissing)) throw error
      yield { rates: [], refused: [`${error.message}; older days are missing`], olderMissing: true }
    }
  }
  const { pauseMs = PAUSE_MS } = options
  const { signal, awaited } = question
  await pause(Math.max(0, pauseMs - sinceMs), undefined, { signal })
  let indicative = NOTHING
  if (!awaited || awaited.kinds.includes('indicative')) {
    try {
      indicative = await readRates(options, question, 'indicative', days)
    } catch (error) {
      const [message, pages] = failureOf(error, pagesFailures + 1)
      if (awaited && tries <= MOST_PAIRS && !pages.retryAfterMs)
        yield { ...(await readTtRates(options, question, days, NOTHING)), pages }
      if (!isBackfilled && pages.failures < MAX_FAILURES)
        throw new FeedError(message, { pages, cause: error })
      if (!isBackfilled) yield* frankfurter.fetchDays({ ...question, days })
      yield { rates: [], refused: [`${message}; the indicative rates come by Frankfurter`], pages }
      return
    }
    yield { ...indicative, pages: { error: null, failures: 0 } }
    if (awaited && tries > MOST_PAIRS && !isNews(indicative, awaited)) return
  }
  yield await readTtRates(options, question, days, indicative)
}

/** The other page, after a pause where the first was requested; a failure is no error. */
async function readTtRates(
  options: CbslOptions,
  question: FeedQuery,
  days: readonly CalendarDate[],
  { rates: indicative }: FeedResponse,
): Promise<FeedResponse> {
  const { signal, awaited, before } = question
  const isAlone = awaited?.kinds.includes('indicative') === false
  if (!isAlone) await pause(options.pauseMs ?? PAUSE_MS, undefined, { signal })
  const own = new Map(indicative.map((each) => [key(each, each.date), each.rate]))
  const known = (series: Series, date: CalendarDate) =>
    own.get(key(series, date)) ?? awaited?.known(series, date)
  try {
    const rates = await readRates(options, question, 'tt', days, (currency, date) => {
      // While the day's own has not come, one of the week before tells as well whose table it is.
      const near = daysFromTo(addDays(date, awaited ? -7 : 0), date)
      return near
        .map((day) => known(seriesOf(currency), day))
        .findLast((each) => each !== undefined)
    })
    return { ...rates, pages: { error: null, failures: 0 } }
  } catch (error) {
    const [message, pages] = failureOf(error, isAlone ? (before?.pagesFailures ?? 0) : 0)
    return { rates: [], refused: [`${message}; TT rates are missing`], pages }
  }
}

const NOTHING: FeedResponse = { rates: [], refused: [] }

/** One request: all currencies of one page. */
async function readRates(
  { pagesUrl = PUBLIC_URL, userAgent }: CbslOptions,
  { signal }: FeedQuery,
  page: CbslPage,
  days: readonly CalendarDate[],
  indicative: CbslQuery['indicative'] = () => undefined,
): Promise<FeedResponse> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return { rates: [], refused: [] }
  const form = new URLSearchParams({
    lookupPage: 'lookup_daily_exchange_rates.php',
    startRange: '2006-11-11',
    rangeType: 'dates',
    txtStart: from,
    txtEnd: to,
  })
  for (const currency of currenciesOf(page))
    form.append('chk_cur[]', `${currency}~${CBSL_LABELS[page][currency]}`)
  // Without it the page comes back empty.
  form.append('submit_button', 'Submit')
  const url = `${pagesUrl.replace(/\/$/, '')}/${PAGES[page]}`
  const html = await readPage(url, form, { signal, userAgent })
  try {
    return parseCbslPage(html, { page, from, to, indicative })
  } catch (cause) {
    // Elements within elements beyond what the stack holds.
    if (!(cause instanceof RangeError)) throw cause
    throw new FeedError("The CBSL's page cannot be read: its layout is unknown", {
      layout: true,
      cause,
    })
  }
}

/**
 * A failure of the Central Bank's own pages, and their state after it. Throws what is no failure of
 * a feed.
 */
function failureOf(
  error: unknown,
  failures: number,
): readonly [message: string, pages: PagesState] {
  if (!(error instanceof FeedError)) throw error
  const { layout, retryAfterMs, message } = error
  return [message, { error: layout ? 'unknown layout' : 'unreachable', failures, retryAfterMs }]
}
