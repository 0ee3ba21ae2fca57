import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { httpText } from '../text/en/http.ts'

type Headers = Readonly<Record<string, string>>

/**
 * What Fastify answers before any hook runs, in the contract's form and with the security headers:
 * addresses that cannot be decoded, and requests that are no HTTP, too slow or too large in their
 * headers.
 */
export function respondBeforeHooks(headers: Headers) {
  return {
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
      const response = new ApiError('invalid', httpText.unreadableAddress).toResponse()
      return reply
        .code(400)
        .headers({ ...headers, 'cache-control': 'no-store' })
        .send(response)
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      if (error.code !== 'ECONNRESET' && socket.writable)
        socket.write(rawResponse(error.code, headers))
      socket.destroy()
    },
  }
}

const RAW: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, httpText.tooSlow],
  HPE_HEADER_OVERFLOW: [431, httpText.headersTooLarge],
}

function rawResponse(code: string | undefined, headers: Headers): string {
  const [status, sentence] = RAW[code ?? ''] ?? [400, httpText.malformed]
  const body = JSON.stringify(new ApiError('invalid', sentence).toResponse())
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}
