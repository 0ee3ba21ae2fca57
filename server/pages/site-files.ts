import type { FastifyInstance } from 'fastify'
import { addressIn, LANGUAGES } from '../../contract/language.ts'
import { currencies } from '../../domain/currency.ts'
import type { Config } from '../config.ts'
import { serveKept } from '../http/serve.ts'
import { colourPair, escapeHtml } from '../text/html.ts'
import { describeScreen } from './page-html.ts'
import type { PageSource } from './built-pages.ts'

export function siteFiles(
  app: FastifyInstance,
  source: PageSource,
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
): void {
  const serveFile = (url: string, type: string, write: () => string | Promise<string>) =>
    serveKept(app, url, async (reply) => {
      reply.type(type).header('cache-control', 'public, max-age=3600')
      return Buffer.from(await write())
    })
  serveFile('/manifest.webmanifest', 'application/manifest+json', () => manifestOf(siteName))
  serveFile('/robots.txt', 'text/plain; charset=utf-8', () =>
    ['User-agent: *', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n'),
  )
  serveFile('/sitemap.xml', 'application/xml', async () => {
    const { SCREEN_LIST } = await source.renderer()
    // A day's rate is linked from the page of its currency.
    const listed = SCREEN_LIST.filter(
      ({ access, path }) =>
        access === 'everyone' && describeScreen('en', path) !== '' && !path.includes(':date'),
    )
    const paths = LANGUAGES.flatMap((language) =>
      listed.map(({ path }) => addressIn(language, path)),
    )
    return sitemapOf(paths, publicUrl)
  })
}

/** https://www.w3.org/TR/appmanifest/ */
function manifestOf(siteName: string): string {
  return JSON.stringify({
    id: '/',
    name: siteName,
    short_name: siteName,
    description: `The rates of ${currencies().join(', ')} in Sri Lankan rupees.`,
    start_url: '/',
    display: 'standalone',
    background_color: colourPair('page')[0],
    theme_color: colourPair('card')[0],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}

/** https://www.sitemaps.org/protocol.html */
function sitemapOf(paths: readonly string[], publicUrl: string): string {
  const urls = paths
    .flatMap((path) => currencies().map((currency) => path.replace(':currency', currency)))
    .map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?><urlset ' +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[...new Set(urls)].join('')}</urlset>`
  )
}
