import fastify, { type FastifyInstance } from 'fastify'
import { documentationPage, openApi } from '../../contract/system.ts'
import manifest from '../../package.json' with { type: 'json' }
import { t } from '../../text/sentences.ts'
import type { Context } from '../context.ts'
import { serveKept } from '../http/serve.ts'
import { escapeHtml } from '../text/html.ts'
import { openApiDocument } from './document.ts'

const SCRIPT = '/api-reference.js'
const FRESH = { 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' }

export function documentationRoutes(app: FastifyInstance, { config }: Context): void {
  const { siteName, publicUrl } = config
  const document = openApiDocument({
    title: `${siteName} API`,
    version: manifest.version,
    publicUrl,
  })
  serveKept(app, openApi.url, (reply) => {
    reply.headers(FRESH).type('application/json; charset=utf-8')
    return JSON.stringify(document)
  })
  serveKept(app, documentationPage.url, (reply) => {
    reply.headers(FRESH).type('text/html; charset=utf-8')
    reply.header('content-security-policy', POLICY)
    return referencePage(siteName)
  })
  serveKept(app, SCRIPT, (reply) => {
    reply.headers(FRESH).type('text/javascript; charset=utf-8')
    return readScript()
  })
}

/** Only this page may have inline styles; no page may load scripts from another host. */
const POLICY = [
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

/** https://scalar.com/products/api-references/configuration */
const SETTINGS = {
  url: openApi.url,
  // The policy allows requests to this host only.
  servers: [{ url: '/' }],
  agent: { disabled: true },
  authentication: { preferredSecurityScheme: 'token' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'none',
  hideClientButton: true,
  hideDarkModeToggle: true,
  hideModels: true,
  mcp: { disabled: true },
  localization: { translations: { apiClient: { authSelector: { selectedType: 'By {type}' } } } },
  persistAuth: false,
  proxyUrl: '',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
}

/** Scalar reads the document in the browser. */
const referencePage = (site: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`API · ${site}`)}</title>
<meta name="description" content="${t.apiDocumentText.pageDescription}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>body{margin:0}</style>
<script src="${SCRIPT}" defer></script>
</head>
<body>
<noscript><p>${t.apiDocumentText.withoutScripts} <a href="${openApi.url}">${openApi.url}</a>.</p></noscript>
<div id="api-reference" data-configuration="${escapeHtml(JSON.stringify(SETTINGS))}"></div>
</body>
</html>
`

/** Its plugin serves Scalar's script as a text of 4 MB. */
async function readScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(reference, { routePrefix: '/', configuration: { url: openApi.url } })
  const { rawPayload } = await app.inject('/js/scalar.js')
  return rawPayload
}
