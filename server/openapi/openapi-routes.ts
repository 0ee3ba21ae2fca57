import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { documentationExplorer, documentationPage, openApi } from '../../contract/documentation.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { serveText } from '../http/encoded.ts'
import { documentPolicy } from '../http/security-headers.ts'
import { pageStyles } from '../text/page-styles.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

const FRESH = 'public, max-age=300, stale-while-revalidate=86400'

/** The explorer's script, as it stands in web/docs/. */
const SCRIPT = '/api-explorer.js'
const SCRIPT_FILE = join(import.meta.dirname, '..', '..', 'web', 'docs', 'explorer.mjs')

/** What the explorer may besides: its script, and requests to this server. It makes no HTML, so no Trusted Types are needed. */
const EXPLORER_SOURCES = [
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/** The description of the API, for programs and as a page with and without a script: made once at start, the same bytes for everyone. */
export function documentationRoutes(app: FastifyInstance, { config }: BaseDependencies): void {
  const { providerName, publicUrl } = config
  const document = openApiDocument({ title: `${providerName} API`, version: manifest.version, publicUrl })
  const styles = pageStyles(join(import.meta.dirname, 'docs-page.css'))
  const serve = (url: string, type: string, text: string, headers: Record<string, string> = {}) =>
    serveText(app, url, text, {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'cache-control': FRESH,
    })
  const page = (url: string, sources: readonly string[], script: { script?: string }) =>
    serve(url, 'text/html', docsPage(document, { providerName, styles, ...script }), {
      'content-security-policy': documentPolicy(styles, ["img-src 'self'", ...sources]),
    })
  serve(openApi.url, 'application/json', JSON.stringify(document))
  page(documentationPage.url, [], {})
  page(documentationExplorer.url, EXPLORER_SOURCES, { script: SCRIPT })
  serve(SCRIPT, 'text/javascript', readFileSync(SCRIPT_FILE, 'utf8'))
}
