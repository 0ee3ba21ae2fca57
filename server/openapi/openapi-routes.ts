import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { documentationPage, openApi } from '../../contract/system.ts'
import type { BaseDependencies } from '../deps.ts'
import { sendEncoded, serveText, type Encoded } from '../http/cache.ts'
import { openApiDocument } from './openapi.ts'
import {
  REFERENCE_POLICY,
  REFERENCE_SCRIPT,
  referencePage,
  referenceScript,
} from './reference-page.ts'

const FRESH = { 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' }

/** The description of the API, for programs and as a page: the same bytes for everyone. */
export function documentationRoutes(app: FastifyInstance, { config }: BaseDependencies): void {
  const { providerName, publicUrl } = config
  const document = openApiDocument({
    title: `${providerName} API`,
    version: manifest.version,
    publicUrl,
  })
  serveText(app, openApi.url, JSON.stringify(document), {
    ...FRESH,
    'content-type': 'application/json; charset=utf-8',
  })
  serveText(app, documentationPage.url, referencePage(providerName), {
    ...FRESH,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': REFERENCE_POLICY,
  })
  let script: Promise<Encoded> | undefined
  app.get(REFERENCE_SCRIPT, { config: { access: 'public' } }, async (_request, reply) => {
    const content = await (script ??= referenceScript())
    return sendEncoded(
      reply.headers({ ...FRESH, 'content-type': 'text/javascript; charset=utf-8' }),
      content,
    )
  })
}
