import { use } from 'react'
import type { LazyPage, ScreenModule } from '../screen.ts'
import { store, stored } from '../connection/storage.ts'

/** What `View` throws where the code of a screen could not be fetched. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The code of this screen could not be loaded', {
      cause,
    })
    this.name = 'ScreenNotLoaded'
  }
}

const RELOADED_KEY = 'reloaded_for_upgrade'
/** After a reload that did not help, the next is for another upgrade, in milliseconds. */
const RELOAD_AGAIN_MS = 600_000

/** Declares a screen by the import of its file. */
export function lazyPage(fetchCode: () => Promise<ScreenModule>): LazyPage {
  let module: ScreenModule | undefined
  let loading: Promise<ScreenModule> | undefined
  /**
   * What the screen itself waits for; the same promise until the end, or it would wait for ever.
   */
  let shown: Promise<ScreenModule> | undefined
  const start = () =>
    (loading ??= fetchFailedStyles()
      .then(fetchCode)
      .then(
        (loaded) => (module = loaded),
        (thrown: unknown) => {
          loading = undefined
          throw thrown
        },
      ))
  let failed = false
  const show = () =>
    start()
      .catch(reloadOnce)
      .catch((thrown: unknown) => {
        failed = true
        throw new ScreenNotLoaded(thrown)
      })
  const View = () => {
    const { default: Page } = module ?? use((shown ??= show()))
    return <Page />
  }
  const load = () => {
    // After a failure each further load is another try.
    if (failed) shown = undefined
    failed = false
    return start()
  }
  const retry = () => load().catch(reloadOnce)
  return { load, retry, View }
}

/**
 * A chunk that is gone belongs to a version that is gone: an old tab after an upgrade. One reload
 * brings the new one; if that does not help, the error is shown instead of reloading for ever.
 */
async function reloadOnce(thrown: unknown): Promise<never> {
  // With the server away, a reload would leave nothing but the browser's own error.
  if (!(await serverResponds()) || !noteReload()) throw thrown
  location.reload()
  return new Promise(() => undefined)
}

/** Whether the server has this page to give. */
function serverResponds(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD' }).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/**
 * Loads this page again. Rejects where the server has none to give: the browser's own error, or the
 * same page once more, would be all that is left.
 */
export async function reloadIfServed(): Promise<void> {
  if (!(await serverResponds())) throw new Error('The server does not respond')
  location.reload()
}

/**
 * Notes that a reload is tried. False soon after another one, and where the browser refuses
 * storage: it might never end.
 */
function noteReload(): boolean {
  const last = stored('sessionStorage', RELOADED_KEY)
  const isLongAgo = last !== undefined && Date.now() - Number(last) > RELOAD_AGAIN_MS
  return isLongAgo && store('sessionStorage', RELOADED_KEY, String(Date.now()))
}

/**
 * The bundler's loader fetches each style sheet once, even where that failed, and would then show a
 * screen without its styles. This notes what failed, once for the whole page.
 */
export function noteFailedStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      target.dataset['failed'] = ''
  }
  // Such an event does not bubble.
  document.addEventListener('error', note, true)
}

/** Fetches the style sheets again that failed before. Rejects where one fails again. */
async function fetchFailedStyles(): Promise<void> {
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
    link.addEventListener('error', () =>
      reject(new Error(`Unable to preload CSS for ${link.href}`)),
    )
  })
}
