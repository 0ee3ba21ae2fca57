import { FeedError } from './rate-feed.ts'

const MIB = 1024 * 1024
/** For the whole response, its last byte included: a host that drips is no faster than one that is silent. */
const JSON_LIMITS = { timeout: 15_000, maxBytes: 4 * MIB } // 30 years of one currency are 0.8 MB
const PAGE_LIMITS = { timeout: 10_000, maxBytes: MIB } // a year of 55 currencies is one

export interface ReadOptions {
  readonly signal: AbortSignal
  /** Milliseconds. */
  readonly timeout?: number
}

/** Gets one JSON document. Throws a FeedError for whatever is not a whole one with status 200 in time. */
export async function readJson(url: string, { signal, timeout }: ReadOptions): Promise<unknown> {
  const headers = { accept: 'application/json', 'user-agent': 'rupee-rates' }
  const text = await readText(url, { headers, signal }, { ...JSON_LIMITS, ...(timeout && { timeout }) })
  try {
    return JSON.parse(text)
  } catch (error) {
    const { host } = new URL(url)
    throw new FeedError(`${host} answered with something that is not whole JSON`, { cause: error })
  }
}

/** Posts a form and gives the page that comes back. Throws a FeedError where it leads elsewhere or is not whole in time. */
export async function readPage(
  url: string,
  form: URLSearchParams,
  { signal, userAgent }: { readonly signal: AbortSignal; readonly userAgent: string },
): Promise<string> {
  const headers = { accept: 'text/html', 'user-agent': userAgent }
  return readText(url, { method: 'POST', body: form, headers, redirect: 'manual', signal }, PAGE_LIMITS)
}

async function readText(
  url: string,
  request: RequestInit & { readonly signal: AbortSignal },
  { timeout, maxBytes }: { readonly timeout: number; readonly maxBytes: number },
): Promise<string> {
  const host = new URL(url).host
  const limit = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.any([request.signal, limit]) })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new FeedError(`${host} answered with status ${response.status}`, {
        nothingThere: response.status === 404,
      })
    }
    return await wholeBody(response, host, maxBytes)
  } catch (error) {
    if (error instanceof FeedError) throw error
    if (limit.aborted) throw new FeedError(`${host} did not answer within ${timeout / 1000} s`)
    throw new FeedError(`${host} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
}

async function wholeBody(response: Response, host: string, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    // Leaving the loop cancels the body: the rest is not fetched.
    if (bytes > maxBytes) throw new FeedError(`${host} answered with more than ${maxBytes / MIB} MiB`)
    parts.push(part)
  }
  // Without a byte order mark, which is nothing of JSON.
  return new TextDecoder().decode(Buffer.concat(parts))
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return String(cause)
}

/** Whether a value of JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
