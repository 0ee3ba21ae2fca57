import { createServer, type ListenOptions, type Socket } from 'node:net'

/** A line from an address of its own to another, which can be cut and laid anew, or lead elsewhere. */
export class Relay {
  private readonly at: ListenOptions
  private readonly open = new Set<Socket>()
  private readonly server = createServer((socket) => this.carry(socket))
  private onwards: () => Socket

  /** `at`: where it listens. `onwards`: connects to where it leads. */
  constructor(at: ListenOptions, onwards: () => Socket) {
    this.at = at
    this.onwards = onwards
  }

  /** Takes connections. */
  async mend(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.at, resolve))
  }

  /** Ends every connection and takes no other. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.endConnections()
    await closed
  }

  /** From now on it leads elsewhere; what was connected is cut off. */
  leadTo(onwards: () => Socket): void {
    this.onwards = onwards
    this.endConnections()
  }

  private endConnections(): void {
    for (const socket of this.open) socket.destroy()
  }

  private carry(client: Socket): void {
    const onward = this.onwards()
    for (const socket of [client, onward]) {
      this.open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.open.delete(socket)
        client.destroy()
        onward.destroy()
      })
    }
    client.pipe(onward).pipe(client)
  }
}
