import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { documentationPage, openApi } from '../../contract/documentation.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { etagOf, sendEncoded, type Encoded } from '../http/encoded.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument, type ApiIdentity } from './openapi.ts'

/** A few ms at start; 11 would take a tenth of a second for a text a tenth smaller. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
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
  const plain = Buffer.from(text)
  const content: Encoded = {
    plain,
    forms: { br: brotliCompressSync(plain, QUALITY), gzip: gzipSync(plain) },
    etag: etagOf(plain),
  }
  app.get(url, { config: { access: 'public' } }, (request, reply) => {
    void reply.headers({ ...headers, 'cache-control': FRESH }).type(type)
    return sendEncoded(request, reply, content)
  })
}

/** The product's own colours and sizes, and this page's few rules on top of them. */
function pageStyles(): string {
  const web = join(import.meta.dirname, '..', '..', 'web', 'ui')
  const files = [join(web, 'tokens.css'), join(web, 'base.css'), join(import.meta.dirname, 'docs-page.css')]
  return files.map((file) => readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '')).join('\n')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
