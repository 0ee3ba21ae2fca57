/*
 * The least that Node can do: `node:http` answering every request with the same headers and bytes. They come as JSON in
 * the first argument.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { headers, body } = JSON.parse(process.argv[2] ?? '') as {
  headers: string[]
  body: string
}
const bytes = Buffer.from(body, 'latin1')
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}\nready`)
})
