import type { FastifyInstance } from 'fastify'
import type { PageRoute, PageResponses } from '../../contract/page-data.ts'
import type { Calendar } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { addressIn, LANGUAGES, splitLanguage, type Language } from '../../contract/language.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { HolidaySource } from '../calendar/calendar-queries.ts'
import { ApiError } from '../errors.ts'
import { encode, sendEncoded, type Encoded } from '../http/encoded.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { pageHtml } from './page-html.ts'
import { VersionedCache } from '../http/versioned-cache.ts'
import type { PageSource } from './page-source.ts'
import { httpText } from '../text/en/http.ts'
import { siteFiles } from './site-files.ts'

/** What pages are made with. */
export interface PageDependencies extends Pick<BaseDependencies, 'config' | 'clock'> {
  readonly liveRateBook: Pick<HolidaySource, 'book'>
  /** A page is made once for each version. */
  readonly publicRates: Pick<PublicRates, 'version' | 'changesKnown'>
}

interface MadePage extends Encoded {
  readonly status: number
  readonly policy: string
  /** Whether a response in it failed in a way that may be over at the next request. */
  readonly passing: boolean
  /** The tags of the responses in it, by which a shared cache may keep it; undefined where it may not. */
  readonly tags: string | undefined
}

const PAGES_KEPT = 200
/** Longer queries are nobody's bookmarks: they are answered, but not kept. */
const LONGEST_KEPT = 200
/** Bytes of a response that stands in a page, such as twenty years of months: rendering more would hold up other requests. */
const LARGEST_RESPONSE = 256 * 1024

/**
 * Serves the built files, and every other GET outside `/api` and `/dev` as a page: the public ones rendered from the
 * same answers that the API gives, the 404 page with its status.
 */
export async function servePages(
  app: FastifyInstance,
  source: PageSource,
  deps: PageDependencies,
): Promise<void> {
  await source.serveFiles(app)
  siteFiles(app, source, deps.config)
  // Once it listens, so that the start is not held up by the 0.1 s that it takes.
  app.addHook('onListen', async () => {
    // While pages are edited, the other languages are loaded when one of them is looked at.
    for (const language of source.isFinal ? LANGUAGES : (['en'] as const)) {
      await (await source.renderer(language)).loadScreens()
      // The first page of a language takes many times as long as the next, which other requests would have to wait for.
      if (source.isFinal && app.server.listening) await app.inject(addressIn(language, '/rates/USD'))
    }
  })
  const cache = new VersionedCache<MadePage>(PAGES_KEPT)

  app.get('/*', async (request, reply) => {
    // RFC 9112, 3.2.1: a request target has no fragment. Browsers never send one.
    if (request.url.includes('#')) throw new ApiError('invalid', httpText.fragmentInAddress)
    const [requested = '/', given = ''] = request.url.split('?', 2)
    const isPage = !source.isFinal && requested === '/dev/ui'
    if (!isPage && /^\/(api|dev|assets)(\/|$)/.test(requested)) {
      reply.callNotFound()
      return reply
    }
    // `[\w-]` keeps `//elsewhere.example/` from becoming an address on another host.
    if (/^(\/[\w-]+)+\/$/.test(requested))
      return reply.redirect(requested.slice(0, -1) + (given && `?${given}`), 308)
    const { language, path } = splitLanguage(requested)
    const renderer = await source.renderer(language)
    const canonical = renderer.canonicalPath(path)
    if (canonical !== path)
      return reply.redirect(addressIn(language, canonical) + (given && `?${given}`), 308)
    const search = renderer.queryOf(path, given)
    const address = addressIn(language, path + (search && `?${search}`))
    const today = dayInColombo(deps.clock())
    const make = () => makePage(app, source, deps, { language, path, search, today })
    const keeps = source.isFinal && address.length <= LONGEST_KEPT
    const version = keeps ? currentVersion(deps) : undefined
    const page = await (version === undefined
      ? make()
      : cache.get(`${version} ${today}`, address, make, (made) => made.passing))
    reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', page.policy)
    if (page.tags !== undefined) reply.header('surrogate-key', page.tags)
    return sendEncoded(reply, page)
  })
}

/** The version of what pages are made from; undefined while the rates are not loaded: a page is given all the same. */
function currentVersion({ publicRates }: PageDependencies): string | undefined {
  try {
    return publicRates.version
  } catch {
    return undefined
  }
}

interface PageAddress {
  readonly language: Language
  /** Without the language. */
  readonly path: string
  readonly search: string
  readonly today: CalendarDate
}

async function makePage(
  app: FastifyInstance,
  source: PageSource,
  { config, liveRateBook, publicRates }: PageDependencies,
  { language, path, search, today }: PageAddress,
): Promise<MadePage> {
  const renderer = await source.renderer(language)
  const first = await renderer.routeOf(path, search, today)
  const assets = await source.assetsOf(language, first.modules)
  // Before the responses: a change in between is then told twice rather than never.
  const { changesKnown } = publicRates
  const firstCalls = await callApi(app, first.queries)
  // A response may lead to others, as the sample's last day does to its week.
  const then = await renderer.routeOf(path, search, today, responsesOf(firstCalls))
  const requested = new Set(first.queries.map(([, address]) => address))
  const more = then.queries.filter(([, address]) => !requested.has(address))
  const calls = [...firstCalls, ...(await callApi(app, more))]
  const responses = responsesOf(calls)
  const isMissing = first.isOfResponse && (responses[0]?.[1] ?? 200) >= 400
  const route = isMissing ? { ...first, status: 404 } : first
  const data = {
    ...{
      today,
      holidays: holidaysAround(today, liveRateBook.book.holidays.calendar),
      providerName: config.providerName,
    },
    ...{ origin: config.publicUrl, responses },
  }
  const rendered = await renderer.render(path, search, data).catch((error: unknown) => {
    // The browser can still make the page by itself.
    app.log.error({ err: error, path }, 'a page could not be rendered')
    return { html: '', title: config.providerName, head: {} }
  })
  const address = path + (search && `?${search}`)
  const plain = Buffer.from(pageHtml({ ...rendered, language, route, assets, data, changesKnown, address }))
  const passing = rendered.html === '' || responses.length < calls.length
  return {
    ...(await encode(plain)),
    status: route.status,
    policy: assets.policy,
    passing,
    tags: passing || route.status !== 200 ? undefined : allTags(calls),
  }
}

/** Whatever is older than this is old without a look at the calendar. */
const AROUND_DAYS = 31

/** The bank holidays of the weeks before and after a day, ascending. */
function holidaysAround(date: CalendarDate, { holidays }: Calendar): CalendarDate[] {
  const [from, to] = [addDays(date, -AROUND_DAYS), addDays(date, AROUND_DAYS)]
  return [...holidays.keys()].filter((each) => each >= from && each <= to)
}

interface ApiCall {
  readonly response: PageResponses[number]
  /** Whether the page has it; the browser requests what it has not. */
  readonly isGiven: boolean
  /** Its `surrogate-key`, where a shared cache may keep it. */
  readonly tags: string | undefined
}

/** Calls the API itself, without a socket, so that a page can never say anything else than the API. */
function callApi(app: FastifyInstance, queries: PageRoute['queries']): Promise<ApiCall[]> {
  return Promise.all(
    queries.map(async (key) => {
      const called = await app.inject({ url: key[1], headers: { accept: 'application/json' } })
      const { statusCode, headers, rawPayload } = called
      const tags = headers['surrogate-key']
      const isGiven = statusCode < 500 && rawPayload.length <= LARGEST_RESPONSE
      return {
        response: [key, statusCode, isGiven ? called.json<unknown>() : null],
        isGiven,
        tags: tags === undefined ? undefined : String(tags),
      }
    }),
  )
}

/** What the server failed to give, and what is too large, is left out. */
function responsesOf(calls: readonly ApiCall[]): PageResponses {
  return calls.filter(({ isGiven }) => isGiven).map(({ response }) => response)
}

/** The tags of all of them; undefined where one has none, or there are none. */
function allTags(calls: readonly ApiCall[]): string | undefined {
  const tags = calls.map((call) => call.tags)
  if (tags.length === 0 || tags.includes(undefined)) return undefined
  return [...new Set(tags.join(' ').split(' '))].join(' ')
}
