import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { feedState } from '../../contract/rates/rates.ts'
import { addDays, dayInColombo, isCalendarDate, startInColombo } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { PUBLIC_CACHE_CONTROL } from '../http/encoded.ts'

/** The tags of answers in a shared cache, besides the currencies' own: `USD` is on what is made from rates of USD alone. */
export const CACHE_TAGS = {
  /** On every answer. */
  all: 'rates',
  /** On what is made from rates of several currencies. */
  severalCurrencies: 'currencies',
  /** On what says how the feed is. */
  feed: 'feed',
} as const

/** What only a change can make another, and a change purges. */
const DATED_SECONDS = 30 * 86_400
/** How long a shared cache may go on with an old answer while the server fails. */
const STALE_IF_ERROR_SECONDS = 86_400
/** What took longer to make is kept by no shared cache: the purge of a change that came meanwhile may be over when it arrives. */
const MAX_MAKING_MS = 2000

/**
 * Tells shared caches, and only them, how long they may keep public answers (RFC 9213) and by which tags they are purged.
 * Browsers go on by `Cache-Control`. Whoever sets `surrogate-key` on a reply, as pages do, has it kept until the day ends.
 */
export function setSharedCacheHeaders(
  app: FastifyInstance,
  { config, clock }: Pick<BaseDependencies, 'config' | 'clock'>,
): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const tags = tagsOf(request, reply)
    if (tags !== undefined && reply.elapsedTime <= MAX_MAKING_MS) {
      const day = secondsLeftToday(clock())
      // Names of users can change without a change of rates.
      const seconds = !config.publicNames && isOfPastDay(request, clock()) ? DATED_SECONDS : day
      reply.headers({
        'surrogate-key': tags,
        'cdn-cache-control': `public, max-age=${seconds}, stale-if-error=${STALE_IF_ERROR_SECONDS}`,
      })
    }
    done()
  })
}

/** The tags of an answer that everyone may have, with spaces between them; undefined for any other. */
function tagsOf(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const { config, url } = request.routeOptions
  if ((reply.statusCode !== 200 && reply.statusCode !== 304) || (config.access ?? 'public') !== 'public')
    return undefined
  const given = reply.getHeader('surrogate-key')
  if (given !== undefined) return String(given)
  if (reply.getHeader('cache-control') !== PUBLIC_CACHE_CONTROL) return undefined
  if (url === feedState.url) return `${CACHE_TAGS.all} ${CACHE_TAGS.severalCurrencies} ${CACHE_TAGS.feed}`
  const { currency } = request.params as { currency?: unknown }
  return `${CACHE_TAGS.all} ${isCurrency(currency) ? currency : CACHE_TAGS.severalCurrencies}`
}

/** Whether an endpoint was called for days that are over, the last of them named: by then no answer says anything of today. */
function isOfPastDay({ params, query, routeOptions }: FastifyRequest, now: Date): boolean {
  // Other routes do not check what stands in a query; the days of further currencies go in time, without a change of a rate.
  if (routeOptions.config.access === undefined || routeOptions.url?.startsWith('/api/compat/')) return false
  const { date, to } = { ...(query as object), ...(params as object) } as { date?: unknown; to?: unknown }
  const last = date ?? to
  return isCalendarDate(last) && last < dayInColombo(now)
}

function secondsLeftToday(now: Date): number {
  return Math.floor((startInColombo(addDays(dayInColombo(now), 1)) - now.getTime()) / 1000)
}
