import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { PublisherError } from '../../domain/rate-precedence.ts'
import type { Clock } from '../context.ts'
import type { Db } from '../database/schema.ts'

const MIB = 1024 * 1024
/** 60 days of 55 currencies are 0.3 MB. */
const MAX_PAGE_BYTES = MIB
/** 30 years of one currency are 0.8 MB. */
const MAX_JSON_BYTES = 4 * MIB

/** Per day: two pages every 10 minutes from 09:30 to 14:00, and at 18:00. */
export const MOST_REQUESTS = 58

interface Page {
  readonly form: URLSearchParams
  readonly userAgent: string
}

interface Options {
  readonly db: Db
  readonly clock: Clock
  readonly signal: AbortSignal
  /** For the whole response: a slow host may send single bytes. */
  readonly timeoutMs?: number
}

/** Counts by publisher and day in Colombo, for all servers. Refuses redirects. */
export class PublisherRequests {
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.options.signal })
  }

  async allow(publisher: string, needed: number, limit = MOST_REQUESTS): Promise<boolean> {
    const { db, clock } = this.options
    const { rows } = await sql<{ requests: number }>`
      SELECT requests FROM public.feed_request
      WHERE publisher = ${publisher} AND date = ${dayInColombo(clock())}`.execute(db)
    // 55 currencies by Frankfurter are 55 requests once a day.
    return (rows[0]?.requests ?? 0) + Math.min(needed, MOST_REQUESTS / 2) <= limit
  }

  async readJson(publisher: string | null, url: string): Promise<unknown> {
    const text = await this.read(publisher, url)
    try {
      return JSON.parse(text)
    } catch (cause) {
      const message = `${new URL(url).host} answered with something that is not whole JSON`
      throw new FeedError(message, 'unreachable', cause)
    }
  }

  /** Throws a FeedError unless the answer is whole, with status 200. Null: counts for no limit. */
  async read(publisher: string | null, url: string, page?: Page): Promise<string> {
    let isSent = true
    try {
      return await this.fetchText(url, page)
    } catch (error) {
      isSent = asFeedError(error).reason !== 'offline' && !this.options.signal.aborted
      throw error
    } finally {
      if (publisher !== null && isSent) await this.count(publisher)
    }
  }

  private async count(publisher: string): Promise<void> {
    const { db, clock } = this.options
    await sql`
      INSERT INTO public.feed_request AS f (publisher, date, requests)
      VALUES (${publisher}, ${dayInColombo(clock())}, 1)
      ON CONFLICT (publisher) DO UPDATE SET date = excluded.date,
        requests = CASE WHEN f.date = excluded.date THEN f.requests ELSE 0 END + 1`.execute(db)
  }

  private async fetchText(url: string, page?: Page): Promise<string> {
    const { signal, timeoutMs = 15_000 } = this.options
    const { host } = new URL(url)
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        headers: {
          accept: page ? 'text/html' : 'application/json',
          'user-agent': page?.userAgent ?? 'rupee-rates',
        },
        ...(page && { method: 'POST', body: page.form }),
        redirect: 'error',
        signal: AbortSignal.any([signal, limit]),
      })
      if (response.status !== 200) {
        await response.body?.cancel()
        const reason = response.status === 404 ? 'not found' : 'unreachable'
        throw new FeedError(`${host} answered with status ${response.status}`, reason)
      }
      return await readWhole(response, host, page ? MAX_PAGE_BYTES : MAX_JSON_BYTES)
    } catch (cause) {
      if (cause instanceof FeedError) throw cause
      if (limit.aborted) throw new FeedError(`${host} did not answer within ${timeoutMs / 1000} s`)
      const why = describeFetchError(cause)
      const reason = NEVER_CONNECTED.has(why) ? 'offline' : 'unreachable'
      throw new FeedError(`${host} cannot be reached: ${why}`, reason, cause)
    }
  }
}

const NEVER_CONNECTED = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETDOWN', 'ENETUNREACH', 'EHOSTUNREACH'],
  ...['EHOSTDOWN', 'EADDRNOTAVAIL', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
])

async function readWhole(response: Response, host: string, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    // Leaving the loop cancels the rest of the body.
    if (bytes > maxBytes)
      throw new FeedError(`${host} answered with more than ${maxBytes / MIB} MiB`)
    parts.push(part)
  }
  // TextDecoder removes a byte order mark, which JSON.parse refuses.
  return new TextDecoder().decode(Buffer.concat(parts))
}

/** The message of `fetch` is always `fetch failed`. */
function describeFetchError(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return String(cause)
}

/** `offline`: no request left this machine, so it counts for no limit. */
type FeedErrorReason = PublisherError | 'offline' | 'not found'

/** The message is a sentence for the log and for administrators. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  readonly reason: FeedErrorReason
  constructor(message: string, reason: FeedErrorReason = 'unreachable', cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export function asFeedError(error: unknown): FeedError {
  if (error instanceof FeedError) return error
  throw error
}
