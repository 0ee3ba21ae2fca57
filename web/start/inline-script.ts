/*
 * The only script that stands in the page itself (server/web/page-html.ts), allowed by its hash:
 * nothing competes with the first paint. It starts the product right after that paint; started
 * earlier, it would delay what is read first.
 */
const { scripts = '', now } = (document.currentScript as HTMLScriptElement).dataset

try {
  // Lets the styles hide what is only for signed-out visitors, before the application has started.
  if (localStorage.getItem('auth_token')) document.documentElement.dataset['session'] = 'stored'
} catch {
  // No storage, no session.
}

// What is typed, chosen and sent until the product is alive, which enters it then
// (early-input.ts). What is typed on while it does so, the product hears of itself.
const early: Window['earlyInput'] = (window.earlyInput = new Map())
const isAlive = () => document.documentElement.dataset['hydrated'] !== undefined
// Each before React hears of it, which may hydrate the page for it at once: then the product is
// alive, and has not heard of it.
addEventListener(
  'input',
  ({ target }) => {
    const field = target as HTMLInputElement
    if (isAlive()) early.delete(field)
    else early.set(field, field.value)
  },
  true,
)
addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement
    // One with an address to go to works without scripts.
    if (isAlive() || form.hasAttribute('action')) return
    event.preventDefault()
    early.set(form, '')
  },
  true,
)
// The token of an email's link goes along to another language, as it does once the product is alive
// (session/link-token.ts).
addEventListener(
  'click',
  ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[hreflang]')
    if (link && !isAlive()) link.hash = location.hash
  },
  true,
)

let started = false
function start(): void {
  if (started) return
  started = true
  // All at once: each is evaluated once, after what it imports, in whatever order they arrive.
  for (const script of scripts.split(' ')) void import(/* @vite-ignore */ script)
}

if (now !== undefined) start()
else {
  // Not the load event: on a slow network it comes 80 ms later, because of the icon. The paint may
  // be over already.
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
  // A tab in the background is not painted, and an old browser does not tell. The load event of a
  // page whose parser still reads this is to come.
  addEventListener('load', () => setTimeout(start, document.hidden ? 0 : 1000))
}
