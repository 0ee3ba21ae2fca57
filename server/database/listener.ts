import pg from 'pg'

export interface Subscriber {
  readonly onNotice: (payload: string) => void
  /** Notices may have been lost: reload what is cached. */
  readonly onConnect: () => void
}

const TIMEOUT_MS = 2000
const HEARTBEAT_MS = 3000
const SHUTDOWN_GRACE_MS = 500
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1000

/** Needs a direct connection: a pooler cannot carry LISTEN. */
export class Listener {
  private readonly url: string
  private readonly onLost: (error: Error) => void
  private readonly subscribers = new Map<string, Subscriber>()
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | undefined
  private pause = FIRST_PAUSE_MS
  private closed = false
  private hearing = false

  constructor(url: string, onLost: (error: Error) => void = () => undefined) {
    this.url = url
    this.onLost = onLost
    this.schedule(() => this.connect(), 0)
  }

  /** Call it at once: each new connection listens to the channels that are known then. */
  subscribe(channel: string, subscriber: Subscriber): void {
    this.subscribers.set(channel, subscriber)
  }

  async close(): Promise<void> {
    this.closed = true
    this.hearing = false
    clearTimeout(this.timer)
    const { client } = this
    if (!client) return
    const cut = setTimeout(() => client.connection.stream.destroy(), SHUTDOWN_GRACE_MS)
    await client.end().catch(() => undefined)
    clearTimeout(cut)
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'rupee-rates listener',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    })
    this.client = client
    client.on('error', (error) => this.lose(client, error))
    client.on('end', () => this.lose(client, new Error('the connection was closed')))
    client.on('notification', ({ channel, payload = '' }) =>
      this.subscribers.get(channel)?.onNotice(payload),
    )
    try {
      await client.connect()
      for (const channel of this.subscribers.keys())
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      this.lose(client, error)
      return
    }
    this.becomeConnected(client)
  }

  private becomeConnected(client: pg.Client): void {
    if (this.client !== client || this.closed) return
    this.pause = FIRST_PAUSE_MS
    this.hearing = true
    for (const subscriber of this.subscribers.values()) subscriber.onConnect()
    this.schedule(() => this.beat(client), HEARTBEAT_MS)
  }

  private async beat(client: pg.Client): Promise<void> {
    try {
      await client.query('SELECT 1')
    } catch (error) {
      this.lose(client, error)
    }
    if (this.client === client && this.hearing) this.schedule(() => this.beat(client), HEARTBEAT_MS)
  }

  private lose(client: pg.Client, error: unknown): void {
    if (this.client !== client || this.closed) return
    if (this.hearing) this.onLost(error instanceof Error ? error : new Error(String(error)))
    this.client = null
    this.hearing = false
    // `client.end()` would wait for a frozen server.
    client.connection.stream.destroy()
    this.schedule(() => this.connect(), this.pause * (0.5 + Math.random()))
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS)
  }

  private schedule(act: () => Promise<void>, delay: number): void {
    if (this.closed) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void act(), delay)
    this.timer.unref()
  }
}
