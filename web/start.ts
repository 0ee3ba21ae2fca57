/*
 * The first script of every page, and the only one that the page itself names: a few bytes, so that nothing competes
 * with the first paint. It starts the product after the load event; started earlier, it would delay what is read first.
 */
const { main = '', ahead = '', now } = (document.currentScript as HTMLScriptElement).dataset

try {
  // Lets the styles hide what is only for those who are signed out, before the product is alive.
  if (localStorage.getItem('auth_token')) document.documentElement.dataset['session'] = 'stored'
} catch {
  // No storage, no session.
}

function start(): void {
  for (const href of ahead.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import(/* @vite-ignore */ main)
}

// The page waits for this script, so the load event is still to come.
if (now !== undefined) start()
// A turn later, so that the load event itself has ended and the paint is not held up.
else addEventListener('load', () => setTimeout(start))
