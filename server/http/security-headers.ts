import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * What holds for every response, errors and 304 included. A page that is rendered here brings its
 * own policy.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
} as const

/**
 * What allows exactly this text, and no other, where it stands in a page (CSP Level 3, section
 * 2.3.1).
 */
export function cspSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * The policy of a document by itself: its one style, the product's font and `more`, in no frame
 * unless `frames` says so.
 */
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

/**
 * The policy of pages, with the style and scripts that stand in them (CSP Level 3; Trusted Types).
 */
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
    // React and the chart never need a policy of their own; what keeps pages has one for its one
    // script.
    'trusted-types service-worker',
  ].join('; ')
}

/** The service worker may request what pages may, and load no script (CSP Level 3, 5.1.1). */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** The headers of every response; HSTS (one year) only where the public address is https. */
export function securityHeaders({
  publicUrl,
}: {
  publicUrl: string
}): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : HEADERS
}

export function setSecurityHeaders(app: FastifyInstance, config: { publicUrl: string }): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
