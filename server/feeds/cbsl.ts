import { addDays, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { key, seriesOf, type RateKind } from '../../domain/series.ts'
import { currenciesOn, labelOn, parseCbslPage, type CbslPage, type CbslQuery } from './cbsl-page.ts'
import { frankfurterFeed } from './frankfurter.ts'
import { asFeedError, type FeedError } from './publisher-requests.ts'
import type { FeedPiece, FeedQuery, RateFeed, ReadRates } from './rate-feed.ts'

const PATHS: Readonly<Record<CbslPage, string>> = {
  indicative: 'exrates/exrates_results.php',
  tt: 'exratestt/exrates_resultstt.php',
}
const PUBLIC_URL = 'https://www.cbsl.gov.lk/cbsl_custom'
const KINDS: Readonly<Record<CbslPage, readonly RateKind[]>> = {
  indicative: ['indicative'],
  tt: ['tt-buying', 'tt-selling'],
}
const PAUSE_MS = 30_000
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
    archive: { stepDays: MAX_PAGE_DAYS, pauseMs: options.pauseMs ?? PAUSE_MS },
    reach: { 'tt-buying': MAX_PAGE_DAYS, 'tt-selling': MAX_PAGE_DAYS },
    fetchDays: (query) => fetchDays(options, query),
  }
}

async function* fetchDays(options: CbslOptions, query: FeedQuery): AsyncGenerator<FeedPiece> {
  let indicative: ReadRates = { rates: [], refused: [] }
  let failure: FeedError | undefined
  try {
    yield (indicative = await requestPage(options, query, 'indicative'))
  } catch (error) {
    failure = asFeedError(error)
  }
  const days = failure ? query.days : query.days.slice(0, -MAX_PAGE_DAYS)
  let isStandIn = false
  try {
    for await (const piece of readFrankfurter(options, query, days)) {
      yield piece
      isStandIn = failure !== undefined
    }
  } catch (error) {
    const { message } = asFeedError(error)
    if (!failure) yield { rates: [], refused: [`${message}; older days are missing`] }
  }
  if (failure?.reason !== 'offline') yield await readTt(options, query, indicative)
  if (!failure) return
  const sentence = `${failure.message}; the indicative rates come from Frankfurter`
  yield { rates: [], refused: isStandIn ? [sentence] : [], ...publisherError(failure), isStandIn }
  if (!isStandIn) throw failure
}

/** Today stays unanswered, because Frankfurter lags by hours. */
async function* readFrankfurter(
  { frankfurterUrl }: CbslOptions,
  query: FeedQuery,
  days: readonly CalendarDate[],
): AsyncGenerator<FeedPiece> {
  const { publisher, requestsPerRun, fetchDays } = frankfurterFeed(frankfurterUrl)
  if (days.length === 0 || !(await query.requests.allow(publisher, requestsPerRun))) return
  const today = query.days.at(-1)
  for await (const piece of fetchDays({ ...query, days }))
    yield {
      ...piece,
      answered: { kinds: KINDS.indicative, days: days.filter((day) => day !== today) },
    }
}

/** A failure does not fail the run. */
async function readTt(
  options: CbslOptions,
  query: FeedQuery,
  { rates }: ReadRates,
): Promise<FeedPiece> {
  await query.requests.pause(options.pauseMs ?? PAUSE_MS)
  const fresh = new Map(rates.map((each) => [key(each, each.date), each.rate]))
  try {
    return await requestPage(options, query, 'tt', (currency, date) => {
      const series = seriesOf(currency)
      return daysFromTo(addDays(date, -NEAR_DAYS), date)
        .map((day) => fresh.get(key(series, day)) ?? query.known(series, day))
        .findLast((each) => each !== undefined)
    })
  } catch (error) {
    const failure = asFeedError(error)
    const refused = [`${failure.message}; TT rates are missing`]
    return { rates: [], refused, ...publisherError(failure) }
  }
}

async function requestPage(
  { pagesUrl = PUBLIC_URL, userAgent }: CbslOptions,
  query: FeedQuery,
  page: CbslPage,
  indicative: CbslQuery['indicative'] = () => undefined,
): Promise<FeedPiece> {
  const days = query.days.slice(-MAX_PAGE_DAYS)
  const [from, to] = [days[0], days.at(-1)] as [CalendarDate, CalendarDate]
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
  const url = `${pagesUrl.replace(/\/$/, '')}/${PATHS[page]}`
  const html = await query.requests.read('cbsl', url, { form, userAgent })
  const read = parseCbslPage(html, { page, from, to, indicative })
  return { ...read, answered: { kinds: KINDS[page], days } }
}

const publisherError = ({ reason }: FeedError): Pick<FeedPiece, 'publisherError'> => ({
  publisherError: reason === 'unknown layout' ? reason : 'unreachable',
})
