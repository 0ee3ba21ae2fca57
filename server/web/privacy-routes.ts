import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { addressIn, LANGUAGES } from '../../contract/language.ts'
import { serveText } from '../http/encoded.ts'
import { cspSource, documentPolicy } from '../http/security-headers.ts'
import { PAGE_SCRIPT } from '../text/page-frame.ts'
import { pageStyles } from '../text/page-styles.ts'
import { privacyPage, type PrivacySettings } from './privacy-page.ts'

const STYLES = pageStyles(join(import.meta.dirname, 'privacy-page.css'))

// The script does not connect; Lighthouse requests robots.txt from within the page.
const POLICY = documentPolicy(STYLES, [
  `script-src ${cspSource(PAGE_SCRIPT)}`,
  "img-src 'self'",
  "connect-src 'self'",
])

/**
 * `/privacy`, `/si/privacy`, `/ta/privacy`: what is stored. Made once at start from the settings.
 */
export function privacyRoutes(
  app: FastifyInstance,
  { config }: { readonly config: PrivacySettings },
): void {
  for (const language of LANGUAGES)
    serveText(app, addressIn(language, '/privacy'), privacyPage(language, config, STYLES), {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': POLICY,
    })
}
