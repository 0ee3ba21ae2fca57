import type { FastifyInstance, FastifyReply } from 'fastify'
import { CODINGS, etagOf, sendEncoded, type Encoded } from '../http/encoded.ts'
import { WORKER_POLICY } from '../http/security-headers.ts'

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/**
 * Where web/offline/service-worker.ts is built to: at the root, so that it is responsible for every
 * page.
 */
const SERVICE_WORKER = '/service-worker.js'

const ASSETS = '/assets/'

interface ServedFile {
  readonly headers: Readonly<Record<string, string>>
  readonly content: Encoded
}

/**
 * Serves the built files out of memory, by exact path. Files under `/assets/` have hashed names and
 * are kept for ever; others are requested again after an hour, the service worker each time.
 */
export function serveFiles(app: FastifyInstance, files: ReadonlyMap<string, Buffer>): void {
  // One route for all of them: to register each, in three languages, would hold up the start.
  const assets = new Map<string, ServedFile>()
  for (const [path, plain] of files) {
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
    if (type === undefined) continue
    const file = {
      headers: { 'content-type': type, ...freshness(path) },
      content: encodedFile(path, plain, files),
    }
    if (path.startsWith(ASSETS)) assets.set(path.slice(ASSETS.length), file)
    else app.get(path, (_request, reply) => send(reply, file))
  }
  app.get<{ Params: { name: string } }>(`${ASSETS}:name`, (request, reply) => {
    const file = assets.get(request.params.name)
    if (file) return send(reply, file)
    reply.callNotFound()
    return reply
  })
}

function freshness(path: string): Readonly<Record<string, string>> {
  if (path === SERVICE_WORKER)
    return { 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY }
  return {
    'cache-control': path.startsWith(ASSETS)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  }
}

function send(reply: FastifyReply, { headers, content }: ServedFile) {
  return sendEncoded(reply.headers(headers), content)
}

function encodedFile(path: string, plain: Buffer, files: ReadonlyMap<string, Buffer>): Encoded {
  const forms = CODINGS.flatMap(({ name, ending }) => {
    const form = files.get(path + ending)
    return form && form.length < plain.length ? [[name, form] as const] : []
  })
  return { plain, forms: Object.fromEntries(forms), etag: etagOf(plain) }
}
