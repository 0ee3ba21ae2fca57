import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net'

/** Takes connections at an address of its own and hands each to `carry`; it can be closed and listen again. */
export class TcpProxy {
  /** The connections that there are. */
  readonly open = new Set<Socket>()
  private readonly at: ListenOptions
  private readonly server = createServer((socket) => {
    this.keep(socket)
    this.carry(socket)
  })
  private carry: (client: Socket) => void

  /** `at`: where it listens; on a free port of this machine unless told. */
  constructor(carry: (client: Socket) => void, at: ListenOptions = { host: '127.0.0.1', port: 0 }) {
    this.carry = carry
    this.at = at
  }

  /** One that forwards to somewhere else. `onwards` connects there. */
  static to(onwards: () => Socket, at?: ListenOptions): TcpProxy {
    const proxy = new TcpProxy(() => undefined, at)
    proxy.forwardTo(onwards)
    return proxy
  }

  /** Takes connections. */
  async listen(): Promise<this> {
    this.server.listen(this.at)
    await once(this.server, 'listening')
    return this
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** Ends every connection and takes no other. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.endConnections()
    await closed
  }

  /** Forwards there from now on; what was connected is cut off. */
  forwardTo(onwards: () => Socket): void {
    this.carry = (client) => {
      const onward = this.keep(onwards())
      client.on('close', () => onward.destroy())
      onward.on('close', () => client.destroy())
      client.pipe(onward).pipe(client)
    }
    this.endConnections()
  }

  private endConnections(): void {
    for (const socket of this.open) socket.destroy()
  }

  private keep(socket: Socket): Socket {
    this.open.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    return socket.on('close', () => this.open.delete(socket))
  }
}

/** Connects to a port of this machine. */
export const toPort = (port: number) => () => connect(port, '127.0.0.1')
