import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { openApi } from '../../contract/system.ts'
import { encode } from '../http/cache.ts'
import { escapeHtml } from '../text/html.ts'
import { TOKENS } from '../text/colours.ts'
import { t } from '../../text/sentences.ts'

export const REFERENCE_SCRIPT = '/api-reference.js'

/**
 * What this page alone may: inline styles, and requests to this server; no evaluated scripts and no
 * inline one, no other host.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Scalar's settings (https://scalar.com/products/api-references/configuration). */
const SETTINGS = {
  url: openApi.url,
  // Requests to try go to the host that the page came from, which alone the policy allows.
  servers: [{ url: '/' }],
  agent: { disabled: true },
  authentication: { preferredSecurityScheme: 'token' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'none',
  hideClientButton: true,
  // Its colours are the product's, which follow the theme.
  hideDarkModeToggle: true,
  forceDarkModeState: 'light',
  hideModels: true,
  mcp: { disabled: true },
  localization: { translations: { apiClient: { authSelector: { selectedType: 'By {type}' } } } },
  persistAuth: false,
  proxyUrl: '',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
}

const STYLES = TOKENS + readFileSync(join(import.meta.dirname, 'reference-page.css'), 'utf8')

/** The page of the API: Scalar's viewer, which reads the OpenAPI document in the browser. */
export const referencePage = (site: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`API · ${site}`)}</title>
<meta name="description" content="${t.apiDocumentText.pageDescription}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLES}</style>
<script src="${REFERENCE_SCRIPT}" defer></script>
</head>
<body>
<p><a href="/">${escapeHtml(site)}</a></p>
<noscript><p>${t.apiDocumentText.withoutScripts} <a href="${openApi.url}">${openApi.url}</a>.</p></noscript>
<div id="api-reference" data-configuration="${escapeHtml(JSON.stringify(SETTINGS))}"></div>
</body>
</html>
`

/** Scalar's script, compressed; the plugin has it as a text of 4 MB beside a page of its own. */
export async function referenceScript() {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(reference, { routePrefix: '/', configuration: { url: openApi.url } })
  const { rawPayload } = await app.inject('/js/scalar.js')
  return encode(rawPayload)
}
