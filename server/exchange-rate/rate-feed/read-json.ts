import { FeedFault } from './rate-feed.ts'

/** For the whole answer, its last byte included: a host that drips is no faster than one that is silent. */
const PATIENCE_MS = 15_000
/** The largest right answer, 30 years of one currency, is 0.8 MB. */
const MOST_BYTES = 4 * 1024 * 1024

export interface ReadOptions {
  readonly signal: AbortSignal
  /** Milliseconds; 15 000 unless told. */
  readonly patience?: number
}

/** Gets one JSON document. Throws a FeedFault for whatever is not a whole one with status 200 in time. */
export async function readJson(
  url: string,
  { signal, patience = PATIENCE_MS }: ReadOptions,
): Promise<unknown> {
  const host = new URL(url).host
  const limit = AbortSignal.timeout(patience)
  let text: string
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([signal, limit]),
      headers: { accept: 'application/json', 'user-agent': 'rupee-rates' },
    })
    if (answer.status !== 200) {
      await answer.body?.cancel()
      throw new FeedFault(`${host} answered with status ${answer.status}`, {
        nothingThere: answer.status === 404,
      })
    }
    text = await wholeBody(answer, host)
  } catch (error) {
    if (error instanceof FeedFault) throw error
    if (limit.aborted) throw new FeedFault(`${host} did not answer within ${patience / 1000} s`)
    throw new FeedFault(`${host} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FeedFault(`${host} answered with something that is not whole JSON`, { cause: error })
  }
}

async function wholeBody(answer: Response, host: string): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    // Leaving the loop cancels the body: the rest is not fetched.
    if (bytes > MOST_BYTES)
      throw new FeedFault(`${host} answered with more than ${MOST_BYTES / 1024 / 1024} MiB`)
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
