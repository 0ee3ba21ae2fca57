/*
 * The least that can be put before a reader: one HTML file with the table, answered in brotli by `node:http`. The file
 * comes as JSON in the first argument.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

const page = brotliCompressSync(JSON.parse(process.argv[2] ?? '') as string)
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-encoding': 'br',
  })
  response.end(page)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}\nready`)
})
