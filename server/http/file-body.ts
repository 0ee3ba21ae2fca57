import type { FastifyInstance } from 'fastify'

/** Takes bodies of one media type as a `File` and refuses others, JSON among them, with 415. */
export function acceptFilesOnly(app: FastifyInstance, type: string): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, new File([new Uint8Array(body)], 'upload', { type }))
  })
}
