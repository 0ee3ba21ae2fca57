import type { FastifyInstance } from 'fastify'
import { sharedListener } from '../database/listener.ts'
import type { AppDependencies } from '../dependencies.ts'
import { openPostOffice } from '../email/post-office.ts'
import type { Part } from '../health-routes.ts'
import { accessTokenRoutes } from './access-token-routes.ts'
import { guardEndpoints } from './authentication.ts'
import { CredentialBook } from './credential-book.ts'
import { letterRoutes } from './letter-routes.ts'
import { redeemRoutes } from './redeem-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { keepTidy } from './tidy.ts'

/** Everything under `/api/auth`, and the guard of every endpoint that is registered afterwards. */
export async function signInRoutes(app: FastifyInstance, deps: AppDependencies): Promise<Part> {
  const book = new CredentialBook(deps.db, deps.clock, sharedListener(app, deps.listenUrl))
  guardEndpoints(app, deps, book)
  const wakeCourier = openPostOffice(app, deps)
  letterRoutes(app, deps, wakeCourier)
  redeemRoutes(app, deps, wakeCourier)
  sessionRoutes(app, deps, book)
  accessTokenRoutes(app, deps, book)
  if (deps.background) keepTidy(app, deps)
  // Without the listener calls are answered from the database, only slower: nothing here is ever unready.
  return Promise.resolve({ state: () => 'ok' })
}
