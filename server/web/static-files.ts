import type { FastifyInstance } from 'fastify'
import { CODINGS, etagOf, sendEncoded, type Encoded } from '../http/encoded.ts'
import { WORKER_POLICY } from '../http/security-headers.ts'

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/** Where web/offline/service-worker.ts is built to: at the root, so that it is responsible for every page. */
const SERVICE_WORKER = '/service-worker.js'

/**
 * Serves the built files out of memory, by exact path: nothing else can be reached. A file under `/assets/` has a hash of its
 * content in its name and is kept for ever; the others are asked for anew after an hour, the service worker each time.
 */
export function serveFiles(app: FastifyInstance, files: ReadonlyMap<string, Buffer>): void {
  for (const [path, plain] of files) {
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
    if (type === undefined) continue
    const content = encodedFile(path, plain, files)
    const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    app.get(path, (request, reply) => {
      reply.type(type).header('cache-control', kept)
      if (path === SERVICE_WORKER)
        reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY })
      return sendEncoded(request, reply, content)
    })
  }
}

function encodedFile(path: string, plain: Buffer, files: ReadonlyMap<string, Buffer>): Encoded {
  const forms = CODINGS.flatMap(({ name, ending }) => {
    const form = files.get(path + ending)
    return form && form.length < plain.length ? [[name, form] as const] : []
  })
  return { plain, forms: Object.fromEntries(forms), etag: etagOf(plain) }
}
