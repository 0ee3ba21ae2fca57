import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HeadTail, ReadyBytes } from './ready-bytes.ts'

const HEADERS = ['etag', '"1"', 'content-type', 'application/json']
const BODY = Buffer.from('{"reason":"holiday: වෙසක් පෝය"}')
const ofBody = ['content-length', String(BODY.length)]
const ready: Readonly<Record<string, ReadyBytes>> = {
  200: new ReadyBytes(200, [...HEADERS, ...ofBody], BODY),
  304: new ReadyBytes(304, HEADERS),
}

/** `/ready/200` answers from ready bytes, `/usual/200` by Node's own means. */
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const [, way, status = ''] = (request.url ?? '').split('/')
  if (request.headers['x-last'] !== undefined) response.shouldKeepAlive = false
  if (way === 'ready') {
    ready[status]?.send(request, response, new HeadTail(server.keepAliveTimeout).at(Date.now()))
  } else {
    response.writeHead(Number(status), status === '200' ? [...HEADERS, ...ofBody] : HEADERS)
    response.end(status === '200' ? BODY : undefined)
  }
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

/** Everything that one connection brings, as text. */
async function exchange(...requests: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.end(requests.join(''))
  await once(socket, 'close')
  return Buffer.concat(parts).toString()
}

const request = (path: string, version = '1.1', more = '') =>
  `GET ${path} HTTP/${version}\r\nHost: localhost\r\n${more}\r\n`
const withoutDate = (response: string) => response.replaceAll(/Date: .*/g, 'Date: …')

test.each([200, 304])('an answer with status %i is what Node would send, byte for byte', async (status) => {
  const response = await exchange(request(`/ready/${status}`))
  expect(withoutDate(response)).toBe(withoutDate(await exchange(request(`/usual/${status}`))))
  expect(response).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/)
})

test.each([
  ['a client of HTTP/1.0', '1.0', ''],
  ['a client of HTTP/1.0 that asks to keep the connection', '1.0', 'Connection: keep-alive\r\n'],
  ['a client that ends the connection', '1.1', 'Connection: close\r\n'],
  ['a server that ends the connection', '1.1', 'X-Last: yes\r\n'],
])('%s is told what Node would say of the connection', async (_who, version, more) => {
  for (const status of [200, 304]) {
    const response = await exchange(request(`/ready/${status}`, version, more))
    expect(withoutDate(response)).toBe(
      withoutDate(await exchange(request(`/usual/${status}`, version, more))),
    )
  }
})

test('ready and usual answers follow each other on one connection', async () => {
  const paths = ['/ready/304', '/usual/200', '/ready/200', '/usual/304', '/ready/200']
  const responses = await exchange(...paths.map((path) => request(path)))
  const apart = await Promise.all(paths.map((path) => exchange(request(path))))
  expect(withoutDate(responses)).toBe(withoutDate(apart.join('')))
})

test('the date moves on with the clock', () => {
  const tail = new HeadTail(5000)
  const noon = Date.parse('2026-09-29T12:00:00Z')
  expect(tail.at(noon)).toContain('Date: Tue, 29 Sep 2026 12:00:00 GMT\r\n')
  expect(tail.at(noon + 999)).toBe(tail.at(noon))
  expect(tail.at(noon + 1000)).toContain('12:00:01 GMT')
})
