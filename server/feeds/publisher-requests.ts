import { sql } from 'kysely'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { Clock } from '../deps.ts'
import type { Db } from '../database/schema.ts'
import { FeedError } from './rate-feed.ts'

const MIB = 1024 * 1024
/** For the whole response: a slow host may send single bytes. */
const TIMEOUT_MS = 15_000
/** 30 years of one currency are 0.8 MB of JSON; 60 days of 55 currencies are 0.3 MB of HTML. */
const MAX_BYTES = { 'application/json': 4 * MIB, 'text/html': MIB }

/** Per day: two pages every 10 minutes from 09:30 to 14:00, and at 18:00. */
export const MOST_REQUESTS = 58

interface Request {
  readonly accept: keyof typeof MAX_BYTES
  readonly form?: URLSearchParams
  readonly userAgent?: string
  readonly timeoutMs?: number
}

/** Counts by publisher and day in Colombo, for all servers. */
export class PublisherRequests {
  private readonly db: Db
  private readonly clock: Clock
  private readonly signal: AbortSignal

  constructor(db: Db, clock: Clock, signal: AbortSignal) {
    this.db = db
    this.clock = clock
    this.signal = signal
  }

  async allow(publisher: string, needed: number, limit = MOST_REQUESTS): Promise<boolean> {
    const row = await this.db
      .selectFrom('feed_request')
      .select('requests')
      .where('publisher', '=', publisher)
      .where('date', '=', dayInColombo(this.clock()))
      .executeTakeFirst()
    // 55 currencies by Frankfurter are 55 requests once a day.
    return (row?.requests ?? 0) + Math.min(needed, MOST_REQUESTS / 2) <= limit
  }

  /** Throws a FeedError unless it is whole, with status 200. */
  async readJson(publisher: string | null, url: string): Promise<unknown> {
    const text = await this.read(publisher, url, { accept: 'application/json' })
    try {
      return JSON.parse(text)
    } catch (cause) {
      const { host } = new URL(url)
      throw new FeedError(`${host} answered with something that is not whole JSON`, { cause })
    }
  }

  /** Refuses redirects. Counts no request that never reached a host. */
  async read(publisher: string | null, url: string, request: Request): Promise<string> {
    let isOffline = false
    try {
      return await fetchText(url, request, this.signal)
    } catch (error) {
      isOffline = error instanceof FeedError && error.isOffline
      throw error
    } finally {
      if (publisher !== null && !isOffline && !this.signal.aborted) await this.count(publisher)
    }
  }

  private async count(publisher: string): Promise<void> {
    const date = dayInColombo(this.clock())
    await sql`
      INSERT INTO feed_request AS f (publisher, date, requests) VALUES (${publisher}, ${date}, 1)
      ON CONFLICT (publisher) DO UPDATE SET date = excluded.date,
        requests = CASE WHEN f.date = excluded.date THEN f.requests ELSE 0 END + 1`.execute(this.db)
  }
}

export async function fetchText(
  url: string,
  { accept, form, userAgent = 'rupee-rates', timeoutMs = TIMEOUT_MS }: Request,
  signal: AbortSignal,
): Promise<string> {
  const { host } = new URL(url)
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept, 'user-agent': userAgent },
      ...(form && { method: 'POST', body: form }),
      redirect: 'error',
      signal: AbortSignal.any([signal, limit]),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new FeedError(`${host} answered with status ${response.status}`, {
        nothingThere: response.status === 404,
      })
    }
    return await wholeBody(response, host, MAX_BYTES[accept])
  } catch (cause) {
    if (cause instanceof FeedError) throw cause
    if (limit.aborted)
      throw new FeedError(`${host} did not answer within ${timeoutMs / 1000} s`, { cause })
    const reason = describeFetchError(cause)
    const isOffline = NEVER_CONNECTED.has(reason)
    throw new FeedError(`${host} cannot be reached: ${reason}`, { cause, isOffline })
  }
}

const NEVER_CONNECTED = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETDOWN', 'ENETUNREACH', 'EHOSTUNREACH'],
  ...['EHOSTDOWN', 'EADDRNOTAVAIL', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
])

async function wholeBody(response: Response, host: string, maxBytes: number): Promise<string> {
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
