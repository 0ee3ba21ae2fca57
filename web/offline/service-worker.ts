/*
 * Keeps the public pages that were looked at, with what they load, for when there is no network. A page from here says how
 * old it is. Its own file, which no page loads as a script: /service-worker.js.
 */
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope

const PAGES_KEPT = 30
/** Of several versions: what a kept page loads must be there for as long as the page itself. */
const FILES_KEPT = 500
const FILES = 'files'
const matchOptions = { ignoreVary: true }

/** Public and without anything secret in the address. A certificate is issued at this moment or not at all. */
const isPublicPage = (url: URL) =>
  !url.pathname.endsWith('/certificate') &&
  /^(?:\/(?:si|ta))?\/?(?:(?:rates|periods)(?:\/.*)?)?$/.test(url.pathname)

const pages = new NetworkFirst({
  cacheName: 'pages',
  matchOptions,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => {
        if (response.status !== 200) return null
        await keepFilesOf(await response.clone().text())
        return response
      },
      cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && withAge(cachedResponse),
    },
    new ExpirationPlugin({ maxEntries: PAGES_KEPT }),
  ],
})

registerRoute(({ request, url }) => request.mode === 'navigate' && isPublicPage(url), pages)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: FILES,
    matchOptions,
    plugins: [new ExpirationPlugin({ maxEntries: FILES_KEPT })],
  }),
)

/** Keeps the scripts and styles that a page names, which its browser has already. */
async function keepFilesOf(html: string): Promise<void> {
  const files = await caches.open(FILES)
  const named = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
  await Promise.all(
    [...named].map(async (file) => (await files.match(file, matchOptions)) ?? files.add(file)),
  )
}

/** The page with the time at which the server gave it, for `keptAt` (web/page-context.ts). */
async function withAge(page: Response): Promise<Response> {
  const at = Date.parse(page.headers.get('date') ?? '')
  const html = await page.text()
  return new Response(html.replace(' id="page-data"', ` data-kept="${at}"$&`), page)
}

clientsClaim()
self.addEventListener('install', () => void self.skipWaiting())
// The page from which it was installed was fetched without it.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const shown = open.map(({ url }) => new URL(url)).filter(isPublicPage)
      await Promise.allSettled(shown.map((url) => pages.handle({ event, request: new Request(url) })))
    })(),
  ),
)
