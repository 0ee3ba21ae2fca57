/*
 * Keeps the public pages that were opened, with their files, for when there is no network, and one
 * page for every other address. A page from here says how old it is. Built to /service-worker.js;
 * no page loads it as a script.
 */
export {}

declare const self: ServiceWorkerGlobalScope

const PAGES_KEPT = 30
/** Includes files of older versions, because a kept page needs its own. */
const FILES_KEPT = 300
/** A line that is there and carries nothing is given up after this long. */
const TIMEOUT_MS = 8_000
const OFFLINE_LIFE_MS = 3_600_000
const OFFLINE = 'offline'
const matchOptions = { ignoreVary: true }

/** Public, and without anything secret in the address. */
const isPublicPage = ({ pathname }: URL) =>
  /^(?:\/(?:si|ta))?\/?(?:(?:rates|periods)(?:\/.*)?)?$/.test(pathname)

/** As in contract/language.ts: a service worker cannot import a file that pages share. */
const offlineAddress = ({ pathname }: URL) =>
  `${/^\/(?:si|ta)(?=\/|$)/.exec(pathname)?.[0] ?? ''}/offline`

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(openFile(request))
  // A card in another site's page is no page of its own.
  else if (request.mode === 'navigate' && !/^(\/\w\w)?\/embed\//.test(url.pathname))
    event.respondWith(openPage(event, url))
})

async function openFile(request: Request): Promise<Response> {
  const files = await caches.open('files')
  const kept = await files.match(request, matchOptions)
  if (kept) return kept
  const file = await fetch(request)
  if (file.ok) await put(files, request, file.clone(), FILES_KEPT)
  return file
}

async function openPage(event: FetchEvent, url: URL): Promise<Response> {
  const network = fetch(event.request).then((page) => {
    if (page.status === 200) event.waitUntil(keep(url, page.clone()).catch(() => undefined))
    return page
  })
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined))
  const page = await Promise.race([network, timeout]).catch(() => undefined)
  if (page) return page
  const kept = await caches.match(url.href, { ...matchOptions, cacheName: 'pages' })
  if (kept) return withAge(kept)
  return network.catch(async () => {
    const pages = await caches.open(OFFLINE)
    // In another language, if none was kept in this one.
    const [other = ''] = await pages.keys()
    const offline = (await pages.match(offlineAddress(url))) ?? (await pages.match(other))
    return offline ? withAge(offline, 'data-offline') : Response.error()
  })
}

async function keep(url: URL, page: Response): Promise<void> {
  if (isPublicPage(url)) {
    await keepFilesOf(await page.clone().text())
    await put(await caches.open('pages'), url.href, page, PAGES_KEPT)
  }
  const address = offlineAddress(url)
  const kept = await caches.match(address, { cacheName: OFFLINE })
  if (kept && Date.now() - Date.parse(kept.headers.get('date') ?? '') < OFFLINE_LIFE_MS) return
  const offline = await fetch(address)
  if (!offline.ok) return
  await keepFilesOf(await offline.clone().text())
  await put(await caches.open(OFFLINE), address, offline, 1)
}

/** Keeps the scripts and the font that a page names; its styles stand in the page. */
async function keepFilesOf(html: string): Promise<void> {
  const named = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|woff2)/g))
  await Promise.all([...named].map((file) => openFile(new Request(file))))
}

/** Stores a response as the newest, and removes the oldest beyond `most`. */
async function put(cache: Cache, key: string | Request, response: Response, most: number) {
  await cache.delete(key, matchOptions)
  await cache.put(key, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -most).map((old) => cache.delete(old)))
}

/**
 * Marks a page with the time at which the server sent it, for `keptAt` (web/page-context.ts), and
 * with another attribute.
 */
async function withAge(page: Response, attribute = ''): Promise<Response> {
  const at = Date.parse(page.headers.get('date') ?? '')
  const html = await page.text()
  return new Response(html.replace(' id="page-data"', ` data-kept="${at}" ${attribute}$&`), page)
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
// The page that installed the worker was fetched without it.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await self.clients.claim()
      const open = await self.clients.matchAll({ type: 'window' })
      await Promise.allSettled(
        open.map(async ({ url }) => {
          const page = await fetch(url)
          if (page.status === 200) await keep(new URL(url), page)
        }),
      )
    })(),
  ),
)
