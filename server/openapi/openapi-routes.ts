import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { documentationExplorer, documentationPage, openApi } from '../../contract/documentation.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { encode, sendEncoded } from '../http/encoded.ts'
import { pageStyles } from '../text/page-styles.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument, type ApiIdentity } from './openapi.ts'

const WEB = join(import.meta.dirname, '..', '..', 'web')
const FRESH = 'public, max-age=300, stale-while-revalidate=86400'

/** The explorer's script, as it stands in web/docs/. */
const SCRIPT = '/api-explorer.js'

/** The description of the API, for programs and as a page with and without a script: made once at start, the same bytes for everyone. */
export function documentationRoutes(app: FastifyInstance, { config }: BaseDependencies): void {
  const { providerName, publicUrl } = config
  const identity: ApiIdentity = { title: `${providerName} API`, version: manifest.version, publicUrl }
  const document = openApiDocument(identity)
  const styles = pageStyles(join(import.meta.dirname, 'docs-page.css'))
  serveText(app, openApi.url, 'application/json; charset=utf-8', JSON.stringify(document))
  const html = 'text/html; charset=utf-8'
  serveText(app, documentationPage.url, html, docsPage(document, { providerName, styles }), policy(styles))
  const explorer = docsPage(document, { providerName, styles, script: SCRIPT })
  serveText(app, documentationExplorer.url, html, explorer, policy(styles, EXPLORER_SOURCES))
  const script = readFileSync(join(WEB, 'docs', 'explorer.mjs'), 'utf8')
  serveText(app, SCRIPT, 'text/javascript; charset=utf-8', script)
}

/** What the explorer may besides: its script, and requests to this server. It makes no HTML, so no Trusted Types are needed. */
const EXPLORER_SOURCES =
  "; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

function policy(styles: string, more = ''): Record<string, string> {
  return {
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${sha256(styles)}'; img-src 'self'; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'none'${more}`,
  }
}

function serveText(
  app: FastifyInstance,
  url: string,
  type: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  const content = encode(Buffer.from(text))
  app.get(url, { config: { access: 'public' } }, async (request, reply) => {
    void reply.headers({ ...headers, 'cache-control': FRESH }).type(type)
    return sendEncoded(request, reply, await content)
  })
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
