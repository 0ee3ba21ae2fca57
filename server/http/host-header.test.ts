import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { testAppOfFile } from '../testing/test-app.ts'

const run = await testAppOfFile()
const port = Number(new URL(await run.app.listen({ port: 0, host: '127.0.0.1' })).port)

async function send(path: string, version: string, hosts: readonly string[]): Promise<string> {
  const lines = [
    `GET ${path} HTTP/${version}`,
    ...hosts.map((host) => `Host: ${host}`),
    'Connection: close',
  ]
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let response = ''
  socket.on('data', (text: string) => (response += text))
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  return response
}

// The first is answered ahead of the framework once it has been asked for.
test.each(['/api/exchange-rate/feed', '/api/health/live', '/api/nothing'])(
  '%s is refused with 400 and the security headers unless one host is named',
  async (path) => {
    expect(await send(path, '1.1', ['x'])).toMatch(/^HTTP\/1\.1 (200|404)/)
    for (const hosts of [[], ['x', 'y'], ['x', 'x']]) {
      const response = await send(path, '1.1', hosts)
      expect(response).toMatch(/^HTTP\/1\.1 400/)
      expect(response.toLowerCase()).toContain('x-content-type-options: nosniff')
      expect(response).toContain('The request must have one Host header.')
    }
    expect(await send(path, '1.0', [])).toMatch(/^HTTP\/1\.1 (200|404)/)
  },
)
