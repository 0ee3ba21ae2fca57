/**
 * The bundler's loader fetches each style sheet once, even where that failed, and would then show a screen without its
 * styles. This notes what failed, once for the whole page.
 */
export function noteFailedStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset['failed'] = ''
  }
  // Such an event does not bubble.
  document.addEventListener('error', note, true)
}

/** Fetches the style sheets again that failed before. Rejects where one fails again. */
export async function fetchFailedStyles(): Promise<void> {
  if (import.meta.env.SSR) return
  const failed = document.querySelectorAll<HTMLLinkElement>('link[data-failed]')
  await Promise.all([...failed].map(fetchAnew))
}

function fetchAnew(failed: HTMLLinkElement): Promise<unknown> {
  const link = failed.cloneNode() as HTMLLinkElement
  delete link.dataset['failed']
  failed.replaceWith(link)
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)))
  })
}
