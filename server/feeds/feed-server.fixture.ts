import { readFileSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface FeedServer {
  readonly url: string
  readonly requested: string[]
  /** Without a handler, the recorded files again. */
  respondWith(handler?: Handler): void
}

const RECORDED = join(import.meta.dirname, 'recorded')

export const recorded = (name: string): string => readFileSync(join(RECORDED, name), 'utf8')

/** Starts a feed that ends after the last test of a file. */
export async function startFeedServer(): Promise<FeedServer> {
  // Imported here because benchmarks use this file without it.
  const { afterAll } = await import('vitest')
  const requested: string[] = []
  let handler: Handler = fromRecorded
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    respondWith: (chosen = fromRecorded) => (handler = chosen),
  }
}

/**
 * The CBSL's rates at `/rates?base=…&from=…&to=…`, the files of currency-api at `/DATE/usd.json`;
 * else 404.
 */
export function fromRecorded(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://feed')
  const body =
    pathname === '/rates'
      ? JSON.stringify(cbslRows(searchParams))
      : fileOrNothing(`currency-api-${pathname.slice(1, -'.json'.length).replace('/', '-')}.json`)
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    .end(body)
}

export interface CbslRow {
  readonly date: string
  readonly base: string
  readonly quote: string
  readonly rate: number
}

export function cbslRows(query: URLSearchParams): CbslRow[] {
  const base = query.get('base') ?? ''
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  return readdirSync(RECORDED)
    .filter((name) => name.startsWith(`cbsl-${base}-`))
    .sort()
    .flatMap((name) => JSON.parse(recorded(name)) as CbslRow[])
    .filter(({ date }) => date >= from && date <= to)
}

function fileOrNothing(name: string): string | undefined {
  return readdirSync(RECORDED).includes(name) ? recorded(name) : undefined
}
