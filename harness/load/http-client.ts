import { once } from 'node:events'
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface ResponseBody {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly ms: number
  /** Node's error code. With ECONNREFUSED the request reached nobody. */
  readonly failure?: string
}

export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly payload?: Buffer | undefined
  readonly timeoutMs?: number
}

/** Keeps connections and never repeats a request by itself. */
export type HttpClient = ReturnType<typeof httpClient>

export function httpClient(port: number, connections = Infinity, printed = () => '') {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call = async (wanted: Call): Promise<ResponseBody> => {
    const { method = 'GET', path, headers, body, payload, timeoutMs: timeout = 10_000 } = wanted
    const begun = performance.now()
    const bytes = body === undefined ? payload : Buffer.from(JSON.stringify(body))
    const allHeaders = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(bytes && { 'content-length': String(bytes.length) }),
    }
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent,
      timeout,
      headers: allHeaders,
    })
    const late = Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' })
    sent.on('timeout', () => sent.destroy(late))
    sent.on('error', () => undefined) // where the response has begun
    sent.end(bytes)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const received = await text(response)
    const { statusCode: status = 0, headers: given } = response
    return { status, headers: given, body: received, ms: performance.now() - begun }
  }
  /** Returns status 0 instead of throwing. */
  const attempt = async (wanted: Call): Promise<ResponseBody> => {
    const begun = performance.now()
    return call(wanted).catch((error: unknown) => {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      return {
        status: 0,
        headers: {},
        body: String(error),
        ms: performance.now() - begun,
        failure: code,
      }
    })
  }
  return {
    call,
    attempt,
    post: (path: string, body?: unknown, headers: Call['headers'] = {}) =>
      call({ method: 'POST', path, headers, body }),
    isReady: async () =>
      (await attempt({ path: '/api/health/ready', timeoutMs: 3000 })).status === 200,
    mailboxPath() {
      const key = [...printed().matchAll(/\/dev\/mailbox\?key=([\w-]+)/g)].at(-1)?.[1] ?? ''
      return `/dev/mailbox.json?key=${key}`
    },
    close: () => agent.destroy(),
  }
}
