import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A free port of this address. Rejects with Node's error where the address cannot be used. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
