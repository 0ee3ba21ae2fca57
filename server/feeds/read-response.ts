import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { FeedError } from './rate-feed.ts'

const MIB = 1024 * 1024
/**
 * For the whole response, its last byte included: a host that drips is no faster than one that is
 * silent.
 */
const JSON_LIMITS = { timeout: 15_000, maxBytes: 4 * MIB } // 30 years of one currency are 0.8 MB
const PAGE_LIMITS = { timeout: 10_000, maxBytes: MIB } // a year of 55 currencies is one

export interface ReadOptions {
  readonly signal: AbortSignal
  /** Milliseconds. */
  readonly timeout?: number
}

/**
 * Gets one JSON document. Throws a FeedError for whatever is not a whole one with status 200 in
 * time.
 */
export async function readJson(url: string, { signal, timeout }: ReadOptions): Promise<unknown> {
  const known = kept.get(url)?.conditions
  const headers = { accept: 'application/json', 'user-agent': 'rupee-rates', ...known }
  const text = await readText(
    url,
    { headers, signal },
    { ...JSON_LIMITS, ...(timeout && { timeout }) },
  )
  try {
    return JSON.parse(text)
  } catch (error) {
    const { host } = new URL(url)
    throw new FeedError(`${host} answered with something that is not whole JSON`, { cause: error })
  }
}

/**
 * Gets a page, or posts a form and gives what comes back. Throws a FeedError where a form leads
 * elsewhere or the page is not whole in time.
 */
export async function readPage(
  url: string,
  form: URLSearchParams | undefined,
  { signal, userAgent }: { readonly signal: AbortSignal; readonly userAgent: string },
): Promise<string> {
  const headers = { accept: 'text/html', 'user-agent': userAgent }
  const request = form ? { method: 'POST', body: form } : {}
  return readText(url, { ...request, headers, signal }, PAGE_LIMITS)
}

async function readText(
  url: string,
  request: RequestInit & { readonly signal: AbortSignal },
  { timeout, maxBytes }: { readonly timeout: number; readonly maxBytes: number },
): Promise<string> {
  const host = new URL(url).host
  const limit = AbortSignal.timeout(timeout)
  try {
    const signal = AbortSignal.any([request.signal, limit])
    const response = await fetchFollowing(url, { ...request, signal })
    const known = kept.get(url)
    if (response.status === 304 && known) return known.text
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new FeedError(`${host} answered with status ${response.status}`, {
        nothingThere: response.status === 404,
        retryAfterMs: retryAfterOf(response),
      })
    }
    const text = await wholeBody(response, host, maxBytes)
    if (request.method !== 'POST') keep(url, response, text)
    return text
  } catch (error) {
    if (error instanceof FeedError) throw error
    if (limit.aborted) throw new FeedError(`${host} did not answer within ${timeout / 1000} s`)
    throw new FeedError(`${host} cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
}

/** Responses that may be asked for again, the newest last, and what makes a request conditional. */
const kept = new Map<string, { readonly text: string; readonly conditions: HeadersOf }>()
type HeadersOf = Readonly<Record<string, string>>
/** A mirror of Frankfurter is asked for ten currencies, over and over until the day is there. */
const MOST_KEPT = 10

function keep(url: string, { headers }: Response, text: string): void {
  const conditions = Object.fromEntries(
    [
      ['if-none-match', headers.get('etag')],
      ['if-modified-since', headers.get('last-modified')],
    ].filter(([, value]) => value !== null),
  ) as HeadersOf
  kept.delete(url)
  if (Object.keys(conditions).length > 0) kept.set(url, { text, conditions })
  for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest)
}

/** Milliseconds from now, of seconds or of a date; 0 where there is neither. */
function retryAfterOf({ headers }: Response): number {
  const given = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Math.max(0, ms) || 0
}

/** Follows the redirects of a GET, but from a public host to no private address. */
async function fetchFollowing(url: string, request: RequestInit): Promise<Response> {
  let address = url
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await fetch(address, { ...request, redirect: 'manual' })
    const location = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || location === null || request.method === 'POST')
      return response
    await response.body?.cancel()
    address = new URL(location, address).href
    if (!(await isPrivate(url)) && (await isPrivate(address)))
      throw new FeedError(`${new URL(url).host} redirects to a private address`)
  }
  throw new FeedError(`${new URL(url).host} redirects more than ${MOST_REDIRECTS} times`)
}

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** What is on this machine or in a network of its own (IANA's special-purpose registries). */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['::', 127],
    ['fc00::', 7],
    ['fe80::', 10],
  ] as const),
])
  PRIVATE.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4')

async function isPrivate(url: string): Promise<boolean> {
  const found = await lookup(new URL(url).hostname.replace(/^\[|\]$/g, ''), { all: true })
  return found.some(({ address, family }) => PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4'))
}

async function wholeBody(response: Response, host: string, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    // Leaving the loop cancels the body: the rest is not fetched.
    if (bytes > maxBytes)
      throw new FeedError(`${host} answered with more than ${maxBytes / MIB} MiB`)
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
