import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageData, PageRequest, PageResponse } from '../../contract/page-data.ts'
import type { Calendar } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { addressIn, LANGUAGES, splitLanguage, type Language } from '../../contract/language.ts'
import type { Context } from '../context.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'
import { hasBankRates } from '../rates/bank-board.ts'
import { ApiError } from '../errors.ts'
import { logFailure, publicError } from '../http/error-handler.ts'
import { PUBLIC_CACHE } from '../http/response-cache.ts'
import { hasMailbox, LIMIT_WINDOW_MINUTES, RETENTION_DAYS, type Config } from '../config.ts'
import { ABSOLUTE_LIFE_SECONDS, IDLE_LIFE_SECONDS } from '../identity/session.ts'
import { currencyName, t, textIn } from '../../text/sentences.ts'
import { pageHtml } from './page-html.ts'
import type { PageSource } from './built-pages.ts'
import { siteFiles } from './site-files.ts'

interface PageDependencies extends Pick<Context, 'config' | 'clock'> {
  readonly liveRateBook: Pick<LiveRateBook, 'book' | 'loaded'>
}

interface MadePage {
  readonly html: string
  readonly status: number
  readonly policy: string
  readonly passing: boolean
}

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
  redirectForms(app)

  // Other origins may read that it is not found.
  for (const url of ['/api', '/api/*'])
    app.get(url, (_request, reply) => {
      reply.callNotFound()
      return reply
    })
  const config = { cache: 'rates', cors: false } as const
  app.route({ method: ['GET', 'HEAD'], url: '*', config, handler: showPage })

  async function showPage(request: FastifyRequest, reply: FastifyReply) {
    // RFC 9112, 3.2.1: browsers never send a fragment.
    if (request.url.includes('#')) throw new ApiError('invalid', t.httpText.fragmentInAddress)
    const [requested = '/', given = ''] = request.url.split('?', 2)
    if (/^\/(dev|assets)(\/|$)/.test(requested)) {
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
    if (source.isFinal && (await app.responses.hasSent(reply, address))) return reply
    const page = await makePage(app, source, deps, { language, path, search, today })
    reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', page.policy)
    if (page.status === 200 && !page.passing)
      reply.header('cdn-cache-control', PUBLIC_CACHE['cdn-cache-control'])
    return page.html
  }
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

interface PageAddress {
  readonly language: Language
  readonly path: string
  readonly search: string
  readonly today: CalendarDate
}

/** An operator's own sentence is in the operator's language. */
const noticeIn = (language: Language, notice: string): string =>
  notice === textIn('en').demo.notice ? textIn(language).demo.notice : notice

async function makePage(
  app: FastifyInstance,
  source: PageSource,
  { config, liveRateBook: { book, loaded } }: PageDependencies,
  { language, path, search, today }: PageAddress,
): Promise<MadePage> {
  const renderer = await source.renderer()
  // Before the responses: a change in between is then sent twice rather than never.
  const changesKnown = loaded ? book.version : 0
  const data = {
    today,
    holidays: holidaysAround(today, book.holidays.calendar),
    siteName: config.siteName,
    providerName: config.providerName,
    ...(config.notice && { notice: noticeIn(language, config.notice) }),
    ...(hasMailbox(config) && { hasMailbox: true }),
    ...(config.registration === 'approved' && { hasApproval: true }),
    privacy: privacyFacts(config),
    publishers: config.publishers,
    hasBankRates: hasBankRates(book),
    currencies: Object.fromEntries(
      config.currencies.map((each) => [each, currencyName(each, language)]),
    ),
    origin: config.publicUrl,
  }
  const call: PageRequest['call'] = (name, input) =>
    app.publicReads.call(name, input).then(
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
  const html = pageHtml({ rendered, language, assets, data, changesKnown, address })
  const passing = rendered.html === '' || responses.some(({ json }) => json === undefined)
  return {
    html,
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

function holidaysAround(date: CalendarDate, { holidays }: Calendar): PageData['holidays'] {
  const [from, to] = [addDays(date, -AROUND_DAYS), addDays(date, AROUND_DAYS)]
  return [...holidays].filter(([each]) => each >= from && each <= to)
}

/** The browser requests failed and too large responses. */
function pageResponse(status: number, body: unknown): PageResponse {
  const json = JSON.stringify(body)
  const isGiven = status < 500 && json.length <= LARGEST_RESPONSE
  return { status, body, json: isGiven ? json : undefined }
}
