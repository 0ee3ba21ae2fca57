import './ui/tokens.css'
import './ui/base.css'
import { onlineManager } from '@tanstack/react-query'
import { hydrateRoot, createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { noteFailedStyles } from './connection/failed-styles.ts'
import { screenPath } from './language/page-language.ts'
import { registerServiceWorker } from './offline/register-service-worker.ts'
import { keptAt, readPageData } from './page-context.ts'
import { createQueryClient, forgetUser } from './queries.ts'
import { screenOf } from './screens.tsx'
import { onStoredSession, storedSession } from './session/stored-session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
noteFailedStyles()
// It takes a page to begin with a network, which a kept one may not: responses are requested once that comes.
onlineManager.setOnline(navigator.onLine)
const page = readPageData()
const client = createQueryClient(page.responses, keptAt())

let token = storedSession()?.token
onStoredSession(() => {
  const before = token
  token = storedSession()?.token
  if (token === before) return
  // What one user was shown is nothing to show to the next, not even until the next one's responses come.
  const forget = () => forgetUser(client)
  if (token !== undefined) {
    forget()
    return
  }
  // Set by start.ts; who is signed out by now shall see the ways in again.
  delete document.documentElement.dataset['session']
  // A turn later the guard has taken its screens away, which would only ask in vain.
  setTimeout(forget)
})

const app = <App page={page} client={client} />
// The first screen's code must be there before hydration, or its server-made text would be thrown away.
void screenOf(screenPath(location.pathname))
  .component.load()
  .catch(() => undefined)
  .then(() => (root.hasChildNodes() ? hydrateRoot(root, app) : createRoot(root).render(app)))
  .then(registerServiceWorker)
