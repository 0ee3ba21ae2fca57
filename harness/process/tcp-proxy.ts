import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

export async function startTcpServer(
  carry: (client: Socket) => void,
  at: ListenOptions = { host: '127.0.0.1', port: 0 },
) {
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
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      endConnections()
      await closed
    },
  }
}

export async function startTcpProxy(onwards: () => Socket, at?: ListenOptions) {
  let target = onwards
  const server = await startTcpServer((client) => join(client, target()), at)
  const forwardTo = (other: () => Socket) => {
    target = other
    server.endConnections()
  }
  return { ...server, forwardTo }
}

export function join(client: Socket, onward: Socket): void {
  if (client.destroyed) onward.destroy()
  else pipeline(client, onward.setNoDelay(true), client, () => undefined)
}

export const toPort = (port: number) => () => connect(port, '127.0.0.1')
