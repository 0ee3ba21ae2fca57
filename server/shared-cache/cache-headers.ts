import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  addDays,
  dayInColombo,
  isCalendarDate,
  startInColombo,
} from '../../domain/calendar-date.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { CACHE_TAG, PUBLIC_CACHE_CONTROL } from '../http/encoded.ts'

/** What only a change can make another, and a change purges. */
const DATED_SECONDS = 30 * 86_400
/** How long a shared cache may go on with an old answer while the server fails. */
const STALE_IF_ERROR_SECONDS = 86_400
/** What took longer is not kept: the purge of a change meanwhile may be over when it arrives. */
const MAX_MAKING_MS = 2000

/**
 * Tells shared caches alone how long to keep public answers (RFC 9213) and their tag. What sets
 * `surrogate-key` itself, as pages do, is kept until the day ends.
 */
export function setSharedCacheHeaders(
  app: FastifyInstance,
  { config, clock }: Pick<BaseDependencies, 'config' | 'clock'>,
): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isForEveryone(request, reply) && reply.elapsedTime <= MAX_MAKING_MS) {
      const day = secondsLeftToday(clock())
      // Names of users can change without a change of rates.
      const seconds = !config.publicNames && isOfPastDay(request, clock()) ? DATED_SECONDS : day
      reply.headers({
        'surrogate-key': CACHE_TAG,
        'cdn-cache-control': `public, max-age=${seconds}, stale-if-error=${STALE_IF_ERROR_SECONDS}`,
      })
    }
    done()
  })
}

/** Whether everyone may have an answer. */
function isForEveryone({ routeOptions: { config } }: FastifyRequest, reply: FastifyReply): boolean {
  return (
    (reply.statusCode === 200 || reply.statusCode === 304) &&
    (config.access ?? 'public') === 'public' &&
    (reply.hasHeader('surrogate-key') || reply.getHeader('cache-control') === PUBLIC_CACHE_CONTROL)
  )
}

/** Whether an endpoint was called for past days only. */
function isOfPastDay({ params, query, routeOptions }: FastifyRequest, now: Date): boolean {
  // Other routes do not check what stands in a query.
  if (routeOptions.config.access === undefined) return false
  const { date, to } = { ...(query as object), ...(params as object) } as {
    date?: unknown
    to?: unknown
  }
  const last = date ?? to
  return isCalendarDate(last) && last < dayInColombo(now)
}

function secondsLeftToday(now: Date): number {
  return Math.floor((startInColombo(addDays(dayInColombo(now), 1)) - now.getTime()) / 1000)
}
