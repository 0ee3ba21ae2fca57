/*
 * inline-script.ts loads this file after the first paint of the server's page (render-page.tsx).
 */
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/arrange.css'
import '../ui/controls.css'
import '../ui/forms.css'
import '../ui/blocks.css'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { splitLanguage } from '../../contract/language.ts'
import { setCurrencies, type Currency } from '../../domain/currency.ts'
import { setPublishers } from '../../domain/series.ts'
import { nameCurrencies, speak } from '../../text/sentences.ts'
import { App } from '../app.tsx'
import { store, stored } from '../storage.ts'
import { isOfflinePage, keptAt, readPageData } from '../page-context.ts'
import { serverResponds } from '../api.ts'
import { loadModule } from '../load-page.ts'
import { currentEntry } from '../pages.tsx'
import { findScreen } from '../screens.ts'
import { createQueryClient, forgetUser } from '../queries.ts'
import { onStoredSession, storedSession } from '../session/stored-session.ts'

const RELOADED_KEY = 'reloaded_for_upgrade'
const RELOAD_AGAIN_MS = 600_000

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// TanStack assumes that a page starts online; one from the service worker may not.
onlineManager.setOnline(navigator.onLine)
const page = readPageData()
setPublishers(page.publishers)
setCurrencies(Object.keys(page.currencies) as Currency[])
nameCurrencies(page.currencies)
const { language } = splitLanguage(location.pathname)
speak(language)
const entry = currentEntry()
const address = isOfflinePage() ? '/offline' : entry.address
const screen = findScreen(address)
// Before hydration, which would otherwise replace the server's text by nothing.
void loadModule(screen)
  .then((module) => {
    // After the sentences, which a refused response is shown in.
    const client = createQueryClient(page.responses, keptAt())
    forgetUserWithSession(client)
    const app = <App page={page} client={client} start={{ ...entry, address, screen, module }} />
    if (root.hasChildNodes()) hydrateRoot(root, app)
    else createRoot(root).render(app)
  }, reloadOnce)
  .then(registerServiceWorker)

/**
 * Reloads the page if its scripts cannot be loaded, because they belong to a version that is gone.
 * Does so once in ten minutes: a reload that does not help must not repeat.
 */
async function reloadOnce(): Promise<void> {
  const last = stored('sessionStorage', RELOADED_KEY)
  const isLongAgo = last !== undefined && Date.now() - Number(last) > RELOAD_AGAIN_MS
  if (!isLongAgo || !(await serverResponds(location.href))) return
  if (store('sessionStorage', RELOADED_KEY, String(Date.now()))) location.reload()
}

function forgetUserWithSession(client: QueryClient): void {
  let token = storedSession()?.token
  onStoredSession(() => {
    const before = token
    token = storedSession()?.token
    if (token === before) return
    if (token !== undefined) {
      forgetUser(client)
      return
    }
    delete document.documentElement.dataset['session']
    // Later, when the guard has removed its page, which would request everything again.
    setTimeout(() => forgetUser(client))
  })
}

/* The compiler's DOM library does not have Trusted Types yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): string }
}

function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const worker = '/service-worker.js'
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  // The only policy that the Content-Security-Policy of pages allows.
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => worker })
  navigator.serviceWorker.register(policy?.createScriptURL(worker) ?? worker).catch(() => undefined)
}
