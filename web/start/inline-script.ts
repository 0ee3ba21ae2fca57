/*
 * The only script that stands in the page itself (server/pages/page-html.ts), allowed by its hash:
 * nothing competes with the first paint. It starts the product right after that paint; started
 * earlier, it would delay what is read first.
 */
const { scripts = '', now } = (document.currentScript as HTMLScriptElement).dataset
const { dataset: state } = document.documentElement

try {
  if (localStorage.getItem('auth_token')) state['session'] = 'stored'
} catch {}

addEventListener('input', () => (state['typed'] = ''))

let started = false
function start(): void {
  if (started) return
  started = true
  // All at once: each is evaluated once, after what it imports, in whatever order they arrive.
  for (const script of scripts.split(' '))
    import(/* @vite-ignore */ script).catch(() => (state['scripts'] = 'missing'))
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
