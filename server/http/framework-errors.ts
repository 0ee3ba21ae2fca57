import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'

type Headers = Readonly<Record<string, string>>

/** What Fastify answers before any hook runs, in the contract's form with the security headers. */
export function respondBeforeHooks(headers: Headers) {
  return {
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
      const response = new ApiError('invalid', t.httpText.unreadableAddress).toResponse()
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

type Raw = readonly [status: number, sentence: 'tooSlow' | 'headersTooLarge' | 'malformed']
const RAW: Readonly<Record<string, Raw>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'tooSlow'],
  HPE_HEADER_OVERFLOW: [431, 'headersTooLarge'],
}

function rawResponse(code: string | undefined, headers: Headers): string {
  const [status, name] = RAW[code ?? ''] ?? [400, 'malformed']
  const body = JSON.stringify(new ApiError('invalid', t.httpText[name]).toResponse())
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}
