import { createHash } from 'node:crypto'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    anyOrigin?: boolean
    cors?: FastifyCorsOptions
  }
}

/** Also on errors and 304. Rendered pages have their own policy. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

export function securityHeaders({
  publicUrl,
}: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : HEADERS
}

const EXPOSED = 'content-disposition, etag, rate-date, retry-after, x-request-id'

/** The same for all origins, so that caches need not distinguish them. */
export const PUBLIC_CORS: FastifyCorsOptions = {
  origin: '*',
  methods: 'GET, HEAD',
  // By the standard, `*` is every header except Authorization.
  allowedHeaders: '*, authorization',
  exposedHeaders: EXPOSED,
  maxAge: 7200,
  strictPreflight: false,
}

/** Lets `CORS_ORIGINS` call the whole API. There are no cookies, so no credentials. */
export async function setHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = securityHeaders(config)
  const publicHeaders = { ...headers, 'cross-origin-resource-policy': 'cross-origin' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.anyOrigin ? publicHeaders : headers)
    done()
  })
  const { downloadPrefix } = config
  if (downloadPrefix !== undefined)
    app.addHook('onSend', (_request, reply, _payload, done) => {
      const named = reply.getHeader('content-disposition')
      if (typeof named === 'string')
        reply.header('content-disposition', named.replace('filename="', `$&${downloadPrefix}`))
      done()
    })
  await app.register(cors, {
    origin: config.corsOrigins.length > 0 && config.corsOrigins,
    methods: 'GET, POST, DELETE',
    allowedHeaders: 'authorization, content-type, idempotency-key, last-event-id',
    exposedHeaders: EXPOSED,
    maxAge: 7200,
    strictPreflight: false,
  })
}

/** CSP Level 3, section 2.3.1. */
function cspSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** For a page without scripts. */
export function documentPolicy(
  styles: string,
  more: readonly string[] = [],
  frames = "'none'",
): string {
  return [
    "default-src 'none'",
    `style-src ${cspSource(styles)}`,
    "font-src 'self'",
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frames}`,
  ].join('; ')
}

/** CSP Level 3; Trusted Types. */
export function pagePolicy({
  style,
  scripts,
}: {
  style: string
  scripts: readonly string[]
}): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(cspSource).join(' ')}`,
    `style-src 'self' ${cspSource(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "worker-src 'self'",
    // For the service worker and the worker that reads files.
    'trusted-types service-worker worker',
  ].join('; ')
}

/** CSP Level 3, 5.1.1. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"
