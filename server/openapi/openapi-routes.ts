import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { documentationPage, openApi } from '../../contract/documentation.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { encode, sendEncoded } from '../http/encoded.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument, type ApiIdentity } from './openapi.ts'

const FRESH = 'public, max-age=300, stale-while-revalidate=86400'

/** `/api/openapi.json` and `/api/docs`: made once at start, the same bytes for everyone. */
export function documentationRoutes(app: FastifyInstance, { config }: BaseDependencies): void {
  const identity: ApiIdentity = {
    title: `${config.providerName} API`,
    version: manifest.version,
    publicUrl: config.publicUrl,
  }
  const document = openApiDocument(identity)
  const styles = pageStyles()
  const policy =
    `default-src 'none'; style-src 'sha256-${sha256(styles)}'; img-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  serveText(app, openApi.url, 'application/json; charset=utf-8', JSON.stringify(document))
  serveText(
    app,
    documentationPage.url,
    'text/html; charset=utf-8',
    docsPage(document, config.providerName, styles),
    { 'content-security-policy': policy },
  )
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

/** The product's own colours and sizes, and this page's few rules on top of them. */
function pageStyles(): string {
  const web = join(import.meta.dirname, '..', '..', 'web', 'ui')
  const files = [join(web, 'tokens.css'), join(web, 'base.css'), join(import.meta.dirname, 'docs-page.css')]
  return files.map((file) => readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '')).join('\n')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
