import { Agent, request } from 'node:http'
import type { GivenResponse } from '../../server/testing/check-response.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request just as it is; status 0 where nothing came back. */
export function sendRaw(
  port: number,
  call: {
    method: string
    url: string
    headers: Readonly<Record<string, string>>
    payload: Buffer | undefined
  },
): Promise<GivenResponse> {
  return new Promise((resolve) => {
    const nothing = (error: Error) => resolve({ status: 0, headers: {}, body: error.message })
    const options = { port, host: '127.0.0.1', method: call.method, path: call.url, agent, timeout: 20_000 }
    const length = call.payload && { 'content-length': String(call.payload.length) }
    const sent = request({ ...options, headers: { ...call.headers, ...length } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', nothing)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces).toString(),
        }),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer within 20 s')))
    sent.on('error', nothing)
    sent.end(call.payload)
  })
}
