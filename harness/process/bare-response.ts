import { join } from 'node:path'
import { startMetered, type MeteredProcess } from './metered-process.ts'

const BARE = join(import.meta.dirname, 'bare-server.ts')
/** What Node itself adds to every response. */
const NODES_OWN = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Starts the least that Node can do for a GET: `node:http` with the bytes and headers that `url` is answered with now. */
export async function bareAnswering(url: string): Promise<{ bare: MeteredProcess; etag: string }> {
  const response = await fetch(url)
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = [...response.headers].filter(([header]) => !NODES_OWN.includes(header)).flat()
  const args = [JSON.stringify({ status: 200, headers, body })]
  return {
    bare: await startMetered(BARE, { ready: 'ready', args }),
    etag: response.headers.get('etag') ?? '',
  }
}
