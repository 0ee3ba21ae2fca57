import type { FastifyInstance } from 'fastify'
import type { PageData, PageRequest, PageResponse } from '../../contract/page-data.ts'
import type { Calendar } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { addressIn, LANGUAGES, splitLanguage, type Language } from '../../contract/language.ts'
import type { Context } from '../context.ts'
import type { HolidaySource } from '../calendar/read-holidays.ts'
import { ApiError } from '../errors.ts'
import { encode, PUBLIC_CACHE, sendEncoded, type Encoded, VersionedCache } from '../http/cache.ts'
import { logFailure, publicError } from '../http/error-handler.ts'
import { hasMailbox, LIMIT_WINDOW_MINUTES, RETENTION_DAYS, type Config } from '../config.ts'
import { ABSOLUTE_LIFE_SECONDS, IDLE_LIFE_SECONDS } from '../identity/session.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { currencyName, t } from '../../text/sentences.ts'
import { pageHtml } from './page-html.ts'
import type { PageSource } from './built-pages.ts'
import { siteFiles } from './site-files.ts'

interface PageDependencies extends Pick<Context, 'config' | 'clock'> {
  readonly liveRateBook: Pick<HolidaySource, 'book'>
  readonly publicRates: Pick<PublicRates, 'version' | 'changesKnown' | 'read'>
}

interface MadePage extends Encoded {
  readonly status: number
  readonly policy: string
  readonly passing: boolean
}

const PAGES_KEPT = 200
/** Longer queries are not kept. */
const LONGEST_KEPT = 200
/** Rendering a larger response would hold up other requests. */
const LARGEST_RESPONSE = 256 * 1024

/** Serves every other GET outside `/api` and `/dev` as a page. */
export async function servePages(
  app: FastifyInstance,
  source: PageSource,
  deps: PageDependencies,
): Promise<void> {
  await source.serveFiles(app)
  siteFiles(app, source, deps.config)
  // It takes 0.1 s, which would hold up the start.
  app.addHook('onListen', async () => {
    await (await source.renderer()).loadScreens()
    // The first page of a language is many times slower than the next.
    for (const language of source.isFinal ? LANGUAGES : [])
      if (app.server.listening)
        await app.inject(addressIn(language, `/rates/${deps.config.currencies[0]}`))
  })
  const cache = new VersionedCache<MadePage>(PAGES_KEPT)
  redirectForms(app)

  app.get('*', async (request, reply) => {
    // RFC 9112, 3.2.1: browsers never send a fragment.
    if (request.url.includes('#')) throw new ApiError('invalid', t.httpText.fragmentInAddress)
    const [requested = '/', given = ''] = request.url.split('?', 2)
    if (/^\/(api|dev|assets)(\/|$)/.test(requested)) {
      reply.callNotFound()
      return reply
    }
    // `[\w-]` keeps `//elsewhere.example/` from becoming an address on another host.
    if (/^(\/[\w-]+)+\/$/.test(requested))
      return reply.redirect(requested.slice(0, -1) + (given && `?${given}`), 308)
    const { language, path } = splitLanguage(requested)
    const renderer = await source.renderer()
    renderer.setCurrencies(deps.config.currencies)
    const canonical = renderer.canonicalPath(path)
    const query = renderer.canonicalQuery(canonical, given)
    if (canonical !== path || query !== given)
      return reply.redirect(addressIn(language, canonical) + (query && `?${query}`), 308)
    const search = renderer.readKnownQuery(path, given)
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
    if (page.status === 200 && !page.passing)
      reply.header('cdn-cache-control', PUBLIC_CACHE['cdn-cache-control'])
    return sendEncoded(reply, page)
  })
}

/** For forms that were sent without scripts: nothing typed is stored or in an address. */
function redirectForms(app: FastifyInstance): void {
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      (_request, payload, parsed) => {
        payload.resume()
        parsed(null)
      },
    )
    scope.post('*', (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? ''
      if (/^(\/[\w-]+)*\/?$/.test(path) && !/^\/(api|dev)(\/|$)/.test(path))
        return reply.redirect(request.url, 303)
      reply.callNotFound()
      return reply
    })
    done()
  })
}

function currentVersion({ publicRates }: PageDependencies): string | undefined {
  try {
    return publicRates.version
  } catch {
    return undefined
  }
}

interface PageAddress {
  readonly language: Language
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
  const renderer = await source.renderer()
  // Before the responses: a change in between is then sent twice rather than never.
  const { changesKnown } = publicRates
  const data = {
    today,
    holidays: holidaysAround(today, liveRateBook.book.holidays.calendar),
    siteName: config.siteName,
    providerName: config.providerName,
    ...(config.notice && { notice: config.notice }),
    ...(hasMailbox(config) && { hasMailbox: true }),
    ...(config.registration === 'approved' && { hasApproval: true }),
    privacy: privacyFacts(config),
    publishers: config.publishers,
    currencies: Object.fromEntries(
      config.currencies.map((each) => [each, currencyName(each, language)]),
    ),
    origin: config.publicUrl,
  }
  const call: PageRequest['call'] = (name, input) =>
    publicRates.read(name, input).then(
      (body) => pageResponse(200, body),
      (error: unknown) => {
        const known = publicError(error)
        if (known.status >= 500) logFailure(known, error, app)
        return pageResponse(known.status, known.toResponse())
      },
    )
  const rendered = await renderer.render({ language, path, search, page: data, call })
  // The browser can still render the page.
  if (rendered.failure !== undefined)
    app.log.error({ err: rendered.failure, path }, 'a page could not be rendered')
  const { responses, status } = rendered
  const assets = await source.assetsOf(rendered.modules)
  const address = path + (search && `?${search}`)
  const plain = Buffer.from(pageHtml({ rendered, language, assets, data, changesKnown, address }))
  const passing = rendered.html === '' || responses.some(({ json }) => json === undefined)
  return {
    ...(await encode(plain)),
    status,
    policy: assets.policy,
    passing,
  }
}

function privacyFacts(config: Config): PageData['privacy'] {
  const { unverified, device, expiredToken, email, response } = RETENTION_DAYS
  const [idleSession, session] = [IDLE_LIFE_SECONDS / 86_400, ABSOLUTE_LIFE_SECONDS / 86_400]
  return {
    ...(config.contact !== undefined && { contact: config.contact }),
    hasPublicNames: config.publicNames,
    hasHiddenDetails: config.auditDetails === 'own',
    hasAdministrators: config.admins.length > 0,
    days: { unverified, device, expiredToken, email, response, idleSession, session },
    minutes: LIMIT_WINDOW_MINUTES,
  }
}

/** The browser needs no calendar to see that an older day is old. */
const AROUND_DAYS = 31

function holidaysAround(date: CalendarDate, { holidays }: Calendar): CalendarDate[] {
  const [from, to] = [addDays(date, -AROUND_DAYS), addDays(date, AROUND_DAYS)]
  return [...holidays.keys()].filter((each) => each >= from && each <= to)
}

/** The browser requests failed and too large responses. */
function pageResponse(status: number, body: unknown): PageResponse {
  const json = JSON.stringify(body)
  const isGiven = status < 500 && json.length <= LARGEST_RESPONSE
  return { status, body, json: isGiven ? json : undefined }
}
