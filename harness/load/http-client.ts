import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface ResponseBody {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** How long it took, in ms. */
  readonly ms: number
}

export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly timeoutMs?: number
}

/** Nothing came back although the request, or a part of it, was sent. */
export class NoResponse extends Error {
  /** ECONNREFUSED: the request never reached anybody. */
  readonly code: string
  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause })
    this.code = cause.code ?? ''
  }
}

/** Calls one server over connections that it keeps, as a browser does, but never repeats anything by itself. */
export class HttpClient {
  private readonly agent: Agent
  private readonly base: string
  /** Path and query of the development mailbox of the server behind it, as JSON. */
  readonly mailboxPath: () => string

  constructor(base: string, connections = Infinity, mailboxPath = () => '/dev/mailbox.json') {
    this.base = base
    this.mailboxPath = mailboxPath
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Resolves to any response, whatever its status. Throws NoResponse. */
  call({ method = 'GET', path, headers, body, timeoutMs = 10_000 }: Call): Promise<ResponseBody> {
    const begun = performance.now()
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException) => reject(new NoResponse(error))
      const sent = request(
        `${this.base}${path}`,
        {
          method,
          agent: this.agent,
          timeout: timeoutMs,
          headers: {
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(text)),
            }),
            ...headers,
          },
        },
        (response) => {
          let received = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => (received += part))
          response.on('error', fail)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: received,
              ms: performance.now() - begun,
            }),
          )
        },
      )
      sent.on('timeout', () =>
        sent.destroy(Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' })),
      )
      sent.on('error', fail)
      sent.end(text)
    })
  }

  /** The same for a POST of a body as JSON. */
  post(path: string, body?: unknown, headers: Call['headers'] = {}): Promise<ResponseBody> {
    return this.call({ method: 'POST', path, headers, body })
  }

  close(): void {
    this.agent.destroy()
  }
}
