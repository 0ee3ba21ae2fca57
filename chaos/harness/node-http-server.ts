// node bare-server.ts PORT: node:http itself, answering a rate and nothing else, to hold the product against.
import { createServer } from 'node:http'

const body = Buffer.from(
  JSON.stringify({
    data: { currency: 'USD', target_currency: 'LKR', date: '2026-11-20', rate: 301.25, source: 'manual' },
  }),
)
createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    etag: '"x"',
  })
  response.end(body)
}).listen(Number(process.argv[2]), '127.0.0.1')
