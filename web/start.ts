/*
 * The first script of every page, and the only one that the page itself names: a few bytes, so that nothing competes
 * with the first paint. It starts the product right after that paint; started earlier, it would delay what is read first.
 */
const { main = '', ahead = '', now } = (document.currentScript as HTMLScriptElement).dataset

try {
  // Lets the styles hide what is only for those who are signed out, before the product is alive.
  if (localStorage.getItem('auth_token')) document.documentElement.dataset['session'] = 'stored'
} catch {
  // No storage, no session.
}

let started = false
function start(): void {
  if (started) return
  started = true
  for (const href of ahead.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import(/* @vite-ignore */ main)
}

if (now !== undefined) start()
else {
  // Not the load event: on a slow network it comes 80 ms later, because of the icon. The paint may be over already.
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
  // A tab in the background is not painted. The page waits for this script, so the load event is still to come.
  addEventListener('load', () => {
    if (document.hidden) start()
  })
}
