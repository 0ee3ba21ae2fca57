import { join } from 'node:path'
import fastify from 'fastify'
import { openApi } from '../../contract/documentation.ts'
import { encode } from '../http/encoded.ts'
import { cspSource } from '../http/security-headers.ts'
import { escapeHtml } from '../text/html.ts'
import { framedPage, PAGE_SCRIPT } from '../text/page-frame.ts'
import { pageStyles } from '../text/page-styles.ts'
import { t } from '../../text/sentences.ts'

export const REFERENCE_SCRIPT = '/api-reference.js'

/**
 * What this page alone may: inline styles, and requests to this server; no evaluated scripts and no
 * inline one but that of the theme, no other host.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${cspSource(PAGE_SCRIPT)}`,
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

/** The product's bar and foot, and its colours for the viewer, which has sheets of its own. */
const STYLES =
  pageStyles(join(import.meta.dirname, 'reference-page.css')) +
  // Where one is, in the bar of a phone, before the first part.
  `.t-doc__header span:not(.sr-only):empty::before { content: '${t.layout.api}' }`

/** The page of the API: Scalar's viewer, which reads the OpenAPI document in the browser. */
export const referencePage = (provider: string): string =>
  framedPage({
    ...{ language: 'en', provider, path: '/', styles: STYLES },
    ...{ title: t.layout.api, description: t.apiDocumentText.pageDescription },
    head: `<script src="${REFERENCE_SCRIPT}" defer></script>`,
    content: `<article id="main" class="main">
<noscript><p>${t.apiDocumentText.withoutScripts} <a href="${openApi.url}">${openApi.url}</a>.</p></noscript>
<div id="api-reference" data-configuration="${escapeHtml(JSON.stringify(SETTINGS))}"></div></article>`,
  })

/** Scalar's script, compressed; the plugin has it as a text of 4 MB beside a page of its own. */
export async function referenceScript() {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(reference, { routePrefix: '/', configuration: { url: openApi.url } })
  const { rawPayload } = await app.inject('/js/scalar.js')
  return encode(rawPayload)
}
