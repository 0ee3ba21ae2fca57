import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { addressIn, LANGUAGES } from '../../contract/language.ts'
import { encode, sendEncoded } from '../http/encoded.ts'
import { pageStyles } from '../text/page-styles.ts'
import { privacyPage, type PrivacySettings } from './privacy-page.ts'

const STYLES = pageStyles(join(import.meta.dirname, 'privacy-page.css'))

/** What the page may do: be styled by what stands in it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  "img-src 'self'",
  // No script of the page can use it; Lighthouse requests robots.txt from within the page.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/privacy`, `/si/privacy`, `/ta/privacy`: what is stored about visitors and users. Made once at start from the settings. */
export function privacyRoutes(app: FastifyInstance, { config }: { readonly config: PrivacySettings }): void {
  for (const language of LANGUAGES) {
    const page = encode(Buffer.from(privacyPage(language, config, STYLES)))
    app.get(addressIn(language, '/privacy'), { config: { access: 'public' } }, async (request, reply) => {
      reply
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'public, max-age=300', 'content-security-policy': POLICY })
      return sendEncoded(request, reply, await page)
    })
  }
}
