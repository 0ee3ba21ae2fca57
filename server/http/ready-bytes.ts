import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'

/** The part of Node's response that holds its head once that is made; libraries have relied on it since Node 0.6. */
interface WithHead {
  _header: string | null
}

/**
 * An answer whose every byte but the date's is there before anyone asks. Node checks and joins the same headers anew for
 * each answer and writes a buffer apart from them: that is a quarter of what an answer costs (npm run bench -- reads).
 */
export class ReadyBytes {
  private readonly status: number
  private readonly headers: readonly string[]
  private readonly head: string
  /** The body, a character for each byte, so that Node sends it in one piece with the head. */
  private readonly body: string

  /** `headers`: names and values in turn, without `Date` and `Connection`. */
  constructor(status: number, headers: readonly string[], body: Buffer = Buffer.alloc(0)) {
    this.status = status
    this.headers = headers
    this.body = body.toString('latin1')
    const pairs = headers
      .filter((_, index) => index % 2 === 0)
      .map((name, index) => [name, headers[index * 2 + 1]])
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...pairs.map((pair) => pair.join(': ')),
    ]
    this.head = lines.join('\r\n') + '\r\n'
  }

  /** Sends it. `tail` is what `HeadTail` makes of now. */
  send(request: IncomingMessage, response: ServerResponse, tail: string): void {
    const node = response as unknown as WithHead
    if (node._header === null && response.shouldKeepAlive && request.httpVersion === '1.1') {
      response.statusCode = this.status
      node._header = this.head + tail
    } else {
      // A connection that ends with this answer, an old client, or a Node that keeps its head elsewhere.
      response.writeHead(this.status, this.headers as string[])
    }
    if (this.body === '') response.end()
    else response.end(this.body, 'latin1')
  }
}

/** The lines of a head that Node would add itself, made once a second. */
export class HeadTail {
  private readonly keepAlive: string
  private second = NaN
  private text = ''

  /** `keepAliveMs`: how long the server keeps an idle connection. */
  constructor(keepAliveMs: number) {
    this.keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`
  }

  /** At this instant, in ms. */
  at(now: number): string {
    const second = Math.floor(now / 1000)
    if (second !== this.second) {
      this.second = second
      this.text = `Date: ${new Date(now).toUTCString()}\r\n${this.keepAlive}`
    }
    return this.text
  }
}
