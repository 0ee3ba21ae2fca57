import type { FastifyInstance, FastifyReply } from 'fastify'
import { addressIn, LANGUAGES } from '../../contract/language.ts'
import { currencies } from '../../domain/currency.ts'
import type { Config } from '../config.ts'
import { sendPlain } from '../http/cache.ts'
import { colourPair, escapeHtml } from '../text/html.ts'
import { describeScreen } from './page-html.ts'
import type { PageSource } from './built-pages.ts'

export function siteFiles(
  app: FastifyInstance,
  source: PageSource,
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
): void {
  app.get('/manifest.webmanifest', (_request, reply) =>
    sendFile(reply, 'application/manifest+json', manifestOf(siteName)),
  )
  app.get('/robots.txt', (_request, reply) => {
    const lines = ['User-agent: *', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`, '']
    return sendFile(reply, 'text/plain; charset=utf-8', lines.join('\n'))
  })
  app.get('/sitemap.xml', async (_request, reply) => {
    const { SCREEN_LIST } = await source.renderer()
    // A day's rate is linked from the page of its currency.
    const listed = SCREEN_LIST.filter(
      ({ access, path }) =>
        access === 'everyone' && describeScreen('en', path) !== '' && !path.includes(':date'),
    )
    const paths = LANGUAGES.flatMap((language) =>
      listed.map(({ path }) => addressIn(language, path)),
    )
    return sendFile(reply, 'application/xml', sitemapOf(paths, publicUrl))
  })
}

function sendFile(reply: FastifyReply, type: string, text: string): FastifyReply {
  return sendPlain(reply.type(type).header('cache-control', 'public, max-age=3600'), text)
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
