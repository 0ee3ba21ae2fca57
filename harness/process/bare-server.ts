import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scope } from '../scope.ts'
import { startMetered, type Program } from './program.ts'

const NODES_OWN = ['date', 'connection', 'keep-alive', 'transfer-encoding']

export function bareServer(
  scope: Scope,
  headers: readonly string[],
  body: Buffer,
): Promise<Program> {
  const args = [JSON.stringify({ headers, body: body.toString('latin1') })]
  return startMetered(scope, import.meta.filename, { ready: 'ready', args })
}

export async function bareAnswering(
  scope: Scope,
  url: string,
): Promise<{ bare: Program; etag: string }> {
  const response = await fetch(url)
  const headers = [...response.headers].filter(([header]) => !NODES_OWN.includes(header)).flat()
  const bare = await bareServer(scope, headers, Buffer.from(await response.arrayBuffer()))
  return { bare, etag: response.headers.get('etag') ?? '' }
}

function serve({ headers, body }: { headers: string[]; body: string }): void {
  const bytes = Buffer.from(body, 'latin1')
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}\nready`)
  })
}

if (import.meta.main) serve(JSON.parse(process.argv[2] ?? '') as Parameters<typeof serve>[0])
