import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'

/** Whether a request names one host (RFC 9112, section 3.2). Node keeps the first of several. */
export function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Refuses other requests with 400. Node's own refusal lacks the security headers: switch it off.
 */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (namesOneHost(request.raw)) done()
    else done(new ApiError('invalid', t.httpText.host))
  })
}
