import { FeedError } from './rate-feed.ts'

/** For the whole answer, its last byte included: a host that drips is no faster than one that is silent. */
const TIMEOUT_MS = 15_000
/** The largest right answer, 30 years of one currency, is 0.8 MB. */
const MAX_BYTES = 4 * 1024 * 1024

export interface ReadOptions {
  readonly signal: AbortSignal
  /** Milliseconds; 15 000 unless told. */
  readonly timeout?: number
}

/** Gets one JSON document. Throws a FeedError for whatever is not a whole one with status 200 in time. */
export async function readJson(url: string, { signal, timeout = TIMEOUT_MS }: ReadOptions): Promise<unknown> {
  const host = new URL(url).host
  const limit = AbortSignal.timeout(timeout)
  let text: string
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, limit]),
      headers: { accept: 'application/json', 'user-agent': 'rupee-rates' },
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new FeedError(`${host} answered with status ${response.status}`, {
        nothingThere: response.status === 404,
      })
    }
    text = await wholeBody(response, host)
  } catch (error) {
    if (error instanceof FeedError) throw error
    if (limit.aborted) throw new FeedError(`${host} did not answer within ${timeout / 1000} s`)
    throw new FeedError(`${host} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FeedError(`${host} answered with something that is not whole JSON`, { cause: error })
  }
}

async function wholeBody(response: Response, host: string): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    // Leaving the loop cancels the body: the rest is not fetched.
    if (bytes > MAX_BYTES)
      throw new FeedError(`${host} answered with more than ${MAX_BYTES / 1024 / 1024} MiB`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return String(cause)
}
