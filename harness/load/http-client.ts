import { once } from 'node:events'
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface ResponseBody {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** How long it took, in ms. */
  readonly ms: number
  /** Node's code of why nothing came back; ECONNREFUSED: the request never reached anybody. */
  readonly failure?: string
}

export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is. */
  readonly payload?: Buffer | undefined
  readonly timeoutMs?: number
}

/** Calls one server over connections that it keeps, as a browser does, but never repeats anything by itself. */
export class HttpClient {
  private readonly agent: Agent
  private readonly port: number
  private readonly printed: () => string

  /** `printed`: what the server has printed so far, which names its development mailbox. */
  constructor(port: number, connections = Infinity, printed = () => '') {
    this.port = port
    this.printed = printed
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Resolves to any response, whatever its status. Throws Node's error where nothing comes back. */
  async call({
    method = 'GET',
    path,
    headers,
    body,
    payload,
    timeoutMs = 10_000,
  }: Call): Promise<ResponseBody> {
    const begun = performance.now()
    const bytes = body === undefined ? payload : Buffer.from(JSON.stringify(body))
    const sent = request({
      host: '127.0.0.1',
      port: this.port,
      path,
      method,
      agent: this.agent,
      timeout: timeoutMs,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...(bytes && { 'content-length': String(bytes.length) }),
      },
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

  /** The same, with status 0 where nothing comes back. */
  async attempt(call: Call): Promise<ResponseBody> {
    const begun = performance.now()
    return this.call(call).catch((error: unknown) => {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      return { status: 0, headers: {}, body: String(error), ms: performance.now() - begun, failure: code }
    })
  }

  /** The same for a POST of a body as JSON. */
  post(path: string, body?: unknown, headers: Call['headers'] = {}): Promise<ResponseBody> {
    return this.call({ method: 'POST', path, headers, body })
  }

  /** Whether the server says that it can do its work. */
  async isReady(): Promise<boolean> {
    return (await this.attempt({ path: '/api/health/ready', timeoutMs: 3000 })).status === 200
  }

  /** Path and query of the server's development mailbox as JSON: that of its last start. */
  mailboxPath(): string {
    const key = [...this.printed().matchAll(/\/dev\/mailbox\?key=([\w-]+)/g)].at(-1)?.[1] ?? ''
    return `/dev/mailbox.json?key=${key}`
  }

  close(): void {
    this.agent.destroy()
  }
}
