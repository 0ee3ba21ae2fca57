/*
 * Keeps the public pages that were looked at, with what they load, for when there is no network. A
 * page from here says how old it is. At any other address the page /offline stands instead, with
 * the last rates. Its own file, which no page loads as a script: /service-worker.js.
 */
import { clientsClaim } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope

const PAGES_KEPT = 30
/** Of several versions: what a kept page loads must be there for as long as the page itself. */
const FILES_KEPT = 500
const FILES = 'files'
const OFFLINE = 'offline'
/**
 * As in contract/language.ts, which every page loads too: what they share would be a file of its
 * own, which a service worker cannot import.
 */
const LANGUAGES = ['', '/si', '/ta']
const matchOptions = { ignoreVary: true }

/** Public and without anything secret in the address. */
const isPublicPage = (url: URL) =>
  /^(?:\/(?:si|ta))?\/?(?:(?:rates|periods)(?:\/.*)?)?$/.test(url.pathname)

/** Brings the rates of the offline page up to date whenever a page of its language is opened. */
const refreshesOfflinePage: WorkboxPlugin = {
  handlerDidComplete: async ({ request, response }) => {
    if (response?.ok) await keepOfflinePage(offlineAddress(request)).catch(() => undefined)
  },
}

const pages = new NetworkFirst({
  cacheName: 'pages',
  matchOptions,
  // A line that is there and carries nothing would be waited for until the browser gives up.
  networkTimeoutSeconds: 8,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => {
        if (response.status !== 200) return null
        await keepFilesOf(await response.clone().text())
        return response
      },
      cachedResponseWillBeUsed: async ({ cachedResponse }) =>
        cachedResponse && withAge(cachedResponse),
    },
    refreshesOfflinePage,
    new ExpirationPlugin({ maxEntries: PAGES_KEPT }),
  ],
})

registerRoute(({ request, url }) => request.mode === 'navigate' && isPublicPage(url), pages)
registerRoute(
  // What stands in another site's page is no page of its own.
  ({ request, url }) => request.mode === 'navigate' && !/^(\/\w\w)?\/embed\//.test(url.pathname),
  new NetworkOnly({ plugins: [refreshesOfflinePage] }),
)
setCatchHandler(async ({ request }) => {
  const kept =
    request.mode === 'navigate'
      ? await caches.match(offlineAddress(request), { cacheName: OFFLINE })
      : undefined
  return kept ? withAge(kept, 'data-offline') : Response.error()
})
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: FILES,
    matchOptions,
    plugins: [new ExpirationPlugin({ maxEntries: FILES_KEPT })],
  }),
)

/** Keeps the scripts, styles and the font that a page names, which its browser has already. */
async function keepFilesOf(html: string): Promise<void> {
  const files = await caches.open(FILES)
  const named = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))
  await Promise.all(
    [...named].map(async (file) => (await files.match(file, matchOptions)) ?? files.add(file)),
  )
}

/** What stands in the place of an address of which no page is kept. */
function offlineAddress({ url }: Request): string {
  const [, first] = new URL(url).pathname.split('/')
  return `${LANGUAGES.find((language) => language === `/${first}`) ?? ''}/offline`
}

async function keepOfflinePage(address: string): Promise<void> {
  const page = await fetch(address)
  if (!page.ok) throw new Error(`${address}: ${page.status}`)
  await keepFilesOf(await page.clone().text())
  await (await caches.open(OFFLINE)).put(address, page)
}

/**
 * The page with the time at which the server gave it, for `keptAt` (web/page-context.ts), and with
 * another attribute for the product.
 */
async function withAge(page: Response, attribute = ''): Promise<Response> {
  const at = Date.parse(page.headers.get('date') ?? '')
  const html = await page.text()
  return new Response(html.replace(' id="page-data"', ` data-kept="${at}" ${attribute}$&`), page)
}

clientsClaim()
self.addEventListener('install', (event) =>
  event.waitUntil(
    Promise.all([
      self.skipWaiting(),
      ...LANGUAGES.map((language) => keepOfflinePage(`${language}/offline`)),
    ]),
  ),
)
// The page from which it was installed was fetched without it.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const shown = open.map(({ url }) => new URL(url)).filter(isPublicPage)
      await Promise.allSettled(
        shown.map((url) => pages.handle({ event, request: new Request(url) })),
      )
    })(),
  ),
)
