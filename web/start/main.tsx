/*
 * How a page starts. The server renders it (render-page.tsx, with page-head.ts) and puts two
 * scripts into it: the theme, before the styles, and inline-script.ts, at its end. That one keeps
 * what is typed and pressed until the product is alive, and loads this file after the first paint.
 * This file loads the code and the sentences of the first screen (find-screen.tsx, lazy-page.tsx),
 * takes the responses that the page came with, and hydrates. Then early-input.ts enters what was
 * kept, the service worker is registered, and load-ahead.ts loads what the page leads to.
 */
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/components.css'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { hydrateRoot, createRoot } from 'react-dom/client'
import { App } from '../app.tsx'
import { noteFailedStyles } from './lazy-page.tsx'
import { loadAhead } from './load-ahead.ts'
import { setPublishers } from '../../domain/series.ts'
import { splitLanguage } from '../../contract/language.ts'
import { setCurrencies, type Currency } from '../../domain/currency.ts'
import { nameCurrencies } from '../../text/currency-names.ts'
import { speak } from '../../text/sentences.ts'
import { loadSentences } from '../language/load-language.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { isOfflinePage, keptAt, readPageData } from '../page-context.ts'
import { createQueryClient, forgetUser } from '../queries.ts'
import { screenOf } from './find-screen.tsx'
import { onStoredSession, storedSession } from '../session/stored-session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
noteFailedStyles()
// It takes a page to begin with a network, which a kept one may not: responses are requested once
// that comes.
onlineManager.setOnline(navigator.onLine)
// The first screen's code and sentences must be there before hydration, or its server-made text
// would be thrown away.
const page = readPageData()
setPublishers(page.publishers)
setCurrencies(Object.keys(page.currencies) as Currency[])
nameCurrencies(page.currencies)
const { language, path } = splitLanguage(location.pathname)
speak(language)
const missing = isOfflinePage() ? path : undefined
void Promise.all([
  loadSentences(language, 'public'),
  missing === undefined &&
    screenOf(path)
      .component.load()
      .catch(() => undefined),
])
  .then(() => render(root))
  .then(registerServiceWorker)
  .then(loadAhead)

function render(container: HTMLElement): void {
  const client = createQueryClient(page.responses, keptAt())
  forgetUserWithSession(client)
  const app = <App page={page} client={client} missing={missing} />
  if (container.hasChildNodes() && missing === undefined) hydrateRoot(container, app)
  else createRoot(container).render(app)
}

/** What one user was shown is nothing to show to the next, not even until responses come. */
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
    // Set by inline-script.ts; who is signed out by now shall see the ways in again.
    delete document.documentElement.dataset['session']
    // A turn later the guard has taken its screens away, which would only ask in vain.
    setTimeout(() => forgetUser(client))
  })
}
