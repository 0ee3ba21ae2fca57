import { createHash } from 'node:crypto'
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import type { RequestLog } from './request-log.ts'

declare module 'fastify' {
  interface FastifyReply {
    making: Making | null
  }
  interface FastifyContextConfig {
    /** `keepResponses` finishes what the route sends. */
    cache?: 'rates' | undefined
  }
}

/** Browsers: 5 s, and 30 s more while they revalidate. Shared caches that know RFC 9213: 30 s. */
export const PUBLIC_CACHE = {
  'cache-control': 'public, max-age=5, stale-while-revalidate=30',
  'cdn-cache-control': 'public, max-age=30',
} as const

/** A year of rates is 13 KB, 30 years are 570 KB. */
const LARGE_BYTES = 8192
const MOST_BYTES = 32 * 1024 * 1024
/** The largest is the script of the API's documentation. */
const MOST_BYTES_OF_ONE = 8 * 1024 * 1024
/** Headers, which are there up to four times. */
const OVERHEAD_BYTES = 2600
const CODINGS = ['br', 'gzip'] as const
const OF_FORM = new Set(['content-length', 'vary', 'etag'])
const OF_ONE_REQUEST = new Set(['x-request-id', 'connection', 'date'])

interface Form {
  /** Alternating names and values. */
  readonly headers: string[]
  /** A text is latin1: Node writes it in one piece with its head. */
  readonly body: string | Buffer
}

interface Response {
  readonly status: number
  readonly route: string | undefined
  readonly etag: string | undefined
  readonly notModified: string[]
  readonly plain: Form
  readonly br?: Form
  readonly gzip?: Form
}

interface KeptResponse extends Response {
  readonly bytes: number
  isUsed: boolean
}

interface Making {
  readonly address: string
  readonly waiting: ((wasRefused: boolean) => void)[]
}

/**
 * Keeps the complete responses of public reads by address, and sends them again before Fastify sees
 * the request, as a proxy in front of it would. All are dropped when the version changes.
 *
 * A new hook therefore runs for each response that is made, and what it adds is kept and sent
 * again; it does not run for a kept response. What must happen for each request belongs in
 * `createServer`, what must be counted for each in `RequestLog`.
 */
export class ResponseCache {
  /** Changes with everything that a public response depends on. */
  readonly #version: () => string
  readonly #kept = new Map<string, KeptResponse>()
  readonly #making = new Map<string, Making>()
  #keptVersion = ''
  #bytes = 0

  constructor(version: () => string) {
    this.#version = version
  }

  /** Several requests for the same address wait for one response. */
  inFrontOf(handle: RequestListener, requests: RequestLog): RequestListener {
    const listen = (request: IncomingMessage, response: ServerResponse) => {
      const { method = '', url = '' } = request
      const isRead = method === 'GET' || method === 'HEAD'
      const kept = isRead ? this.#find(url) : undefined
      const making = isRead ? this.#making.get(url) : undefined
      if (kept) {
        const begun = performance.now()
        const status = send(kept, request, response)
        requests.finished({ method, route: kept.route, status, ms: performance.now() - begun })
      } else if (making)
        making.waiting.push((wasRefused) => (wasRefused ? handle : listen)(request, response))
      else handle(request, response)
    }
    return listen
  }

  /** Finishes the responses of routes with `cache`. */
  keepResponses(app: FastifyInstance): void {
    app.decorateReply('making', null)
    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.config.cache) this.#takeOver(request, reply)
      done()
    })
  }

  /**
   * Sends what is kept for the address, as its contract spells it. Otherwise the response of this
   * request will be kept, if shared caches may keep it. Call this before reading.
   */
  async hasSent(reply: FastifyReply, address: string): Promise<boolean> {
    const { raw, request } = reply
    if (!this.#find(address)) {
      const made = this.#making.get(address)
      if (made) await new Promise((resolve) => made.waiting.push(resolve))
    }
    const kept = this.#find(address)
    if (kept) {
      giveBack(reply.hijack().raw)
      send(kept, request.raw, raw)
    } else if (!this.#making.has(address)) {
      const making: Making = { address, waiting: [] }
      this.#making.set(address, making)
      reply.making = making
      // Also if the client is gone.
      raw.once('close', () => this.#release(making, false))
    }
    return kept !== undefined
  }

  #find(address: string): KeptResponse | undefined {
    this.#dropOld()
    const kept = this.#kept.get(address)
    if (kept) kept.isUsed = true
    return kept
  }

  /** Holds back what Fastify writes, which is after the last hook. */
  #takeOver({ routeOptions, raw: request }: FastifyRequest, reply: FastifyReply): void {
    const { raw } = reply
    let given: OutgoingHttpHeaders = {}
    const finish = async (body: string | Buffer | null) => {
      giveBack(raw)
      const made = await finishResponse(routeOptions.url, raw.statusCode, given, body ?? '')
      this.#dropOld()
      const { making } = reply
      if (making) {
        const isCurrent = this.#making.get(making.address) === making
        if (isCurrent && made.status === 200 && isShared(given)) this.#add(making.address, made)
        this.#release(making, made.status !== 200)
      }
      const own = Object.entries(given).filter(([name]) => OF_ONE_REQUEST.has(name))
      send(made, request, raw, own.flat().map(String))
    }
    Object.assign(raw, {
      writeHead: (status: number, headers: OutgoingHttpHeaders) => {
        raw.statusCode = status
        given = headers
        return raw
      },
      end: (body: string | Buffer | null) => {
        finish(body).catch((error: unknown) => raw.destroy(error as Error))
        return raw
      },
    })
  }

  #dropOld(): void {
    const version = this.#version()
    if (version === this.#keptVersion) return
    this.#keptVersion = version
    this.#kept.clear()
    this.#making.clear()
    this.#bytes = 0
  }

  #release(making: Making, wasRefused: boolean): void {
    if (this.#making.get(making.address) === making) this.#making.delete(making.address)
    for (const begin of making.waiting.splice(0)) begin(wasRefused)
  }

  #add(address: string, made: Response): void {
    const forms = [made.plain, made.br, made.gzip]
    const bytes = forms.reduce((sum, form) => sum + (form?.body.length ?? 0), OVERHEAD_BYTES)
    if (bytes > MOST_BYTES_OF_ONE) return
    this.#kept.set(address, { ...made, bytes, isUsed: false })
    this.#bytes += bytes
    // A response that was sent again since the last round stays.
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return
      this.#kept.delete(oldest)
      if (kept.isUsed) this.#kept.set(oldest, Object.assign(kept, { isUsed: false }))
      else this.#bytes -= kept.bytes
    }
  }
}

/** Lets another writer than Fastify send the response, which is not kept then. */
export function giveBack(raw: ServerResponse): void {
  Reflect.deleteProperty(raw, 'writeHead')
  Reflect.deleteProperty(raw, 'end')
}

/** The targeted header counts before the common one (RFC 9213, 2.2). */
function isShared(headers: OutgoingHttpHeaders): boolean {
  const rules = headers['cdn-cache-control'] ?? headers['cache-control']
  return headers.vary === undefined && String(rules).includes('public')
}

async function finishResponse(
  route: string | undefined,
  status: number,
  given: OutgoingHttpHeaders,
  content: string | Buffer,
): Promise<Response> {
  const bytes = Buffer.from(content)
  const isLarge = bytes.length > LARGE_BYTES && given['content-type'] !== XLSX_TYPE
  const headers = Object.entries(given)
    .filter(([name]) => !OF_ONE_REQUEST.has(name) && !OF_FORM.has(name))
    .map(([name, value]) => [name, String(value)])
  const vary = [given.vary, isLarge && 'Accept-Encoding'].filter(Boolean).join(', ')
  if (vary !== '') headers.push(['vary', vary])
  const etag = status === 200 ? (given.etag ?? makeEtag(headers, bytes, isLarge)) : undefined
  if (etag !== undefined) headers.push(['etag', etag])
  const form = (body: Buffer, ...coding: string[]): Form => ({
    headers: [...headers.flat(), 'content-length', String(body.length), ...coding],
    body: body.length > LARGE_BYTES ? body : body.toString('latin1'),
  })
  const response = {
    status,
    route,
    etag,
    // RFC 9110, 15.4.5.
    notModified: headers.filter(([name]) => name !== 'content-type').flat(),
    plain: form(bytes),
  }
  if (!isLarge) return response
  const [br, zip] = await Promise.all([brotli(bytes, QUALITY), zipped(bytes)])
  return {
    ...response,
    br: form(copy(br), 'content-encoding', 'br'),
    gzip: form(copy(zip), 'content-encoding', 'gzip'),
  }
}

/** Quality 5 takes a tenth of the time of 11, for a text 5 % larger. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

/** zlib returns slices of a shared 64 KB buffer, which a kept slice would hold. */
const copy = (bytes: Buffer) => Buffer.from(new Uint8Array(bytes).buffer)

/** Weak if the forms of a large response share it (RFC 9110, 8.8.1). */
function makeEtag(headers: readonly string[][], bytes: Buffer, isShared: boolean): string {
  const hash = createHash('sha256').update(headers.join('\n')).update(bytes).digest('base64url')
  return `${isShared ? 'W/' : ''}"${hash.slice(0, 22)}"`
}

function send(
  { status, etag, notModified, ...forms }: Response,
  request: IncomingMessage,
  response: ServerResponse,
  more: readonly string[] = [],
): number {
  if (etag !== undefined && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...notModified, ...more]).end()
    return 304
  }
  const accepted = request.headers['accept-encoding'] ?? ''
  const coding = CODINGS.find((name) => forms[name] && accepts(accepted, name)) ?? 'plain'
  const { headers, body } = forms[coding] ?? forms.plain
  response.writeHead(status, [...headers, ...more]).end(body, 'latin1')
  return status
}

/** Weak and strong tags match (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  const bare = etag.replace(/^W\//, '')
  return header
    .split(',')
    .some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === bare)
}

function accepts(header: string, coding: string): boolean {
  return header.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
  })
}
