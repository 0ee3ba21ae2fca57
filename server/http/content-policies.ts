import { createHash } from 'node:crypto'

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
