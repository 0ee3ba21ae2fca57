import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/**
 * Takes connections, on a free port of this machine by default, and hands each to `carry`; it can
 * be closed and listen again.
 */
export async function startTcpServer(
  carry: (client: Socket) => void,
  at: ListenOptions = { host: '127.0.0.1', port: 0 },
) {
  /** The connections that there are. */
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    open.add(client)
    client.on('error', () => client.destroy()).on('close', () => open.delete(client))
    carry(client)
  })
  const listen = async () => {
    await once(server.listen(at), 'listening')
  }
  const endConnections = () => open.forEach((client) => client.destroy())
  await listen()
  return {
    open,
    port: (server.address() as AddressInfo).port,
    listen,
    endConnections,
    /** Ends every connection and takes no other. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      endConnections()
      await closed
    },
  }
}

/** One that forwards each connection. `onwards` connects to where. */
export async function startTcpProxy(onwards: () => Socket, at?: ListenOptions) {
  let target = onwards
  const server = await startTcpServer((client) => join(client, target()), at)
  /** Forwards there from now on; what was connected is cut off. */
  const forwardTo = (other: () => Socket) => {
    target = other
    server.endConnections()
  }
  return { ...server, forwardTo }
}

/** Carries what either says to the other, until one of them ends. */
export function join(client: Socket, onward: Socket): void {
  if (client.destroyed) onward.destroy()
  else pipeline(client, onward.setNoDelay(true), client, () => undefined)
}

/** Connects to a port of this machine. */
export const toPort = (port: number) => () => connect(port, '127.0.0.1')
