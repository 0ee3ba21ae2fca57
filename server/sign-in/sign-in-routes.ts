import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'
import { openPostOffice } from '../email/post-office.ts'
import type { Part } from '../health-routes.ts'
import { accessTokenRoutes } from './access-token-routes.ts'
import { guardEndpoints } from './authentication.ts'
import { letterRoutes } from './letter-routes.ts'
import { redeemRoutes } from './redeem-routes.ts'
import { secureAccountRoutes } from './secure-account-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { keepTidy } from './tidy.ts'

/** Everything under `/api/auth`, and the guard of every endpoint that is registered afterwards. */
export async function signInRoutes(app: FastifyInstance, deps: AppDependencies): Promise<Part> {
  const wakeCourier = openPostOffice(app, deps)
  guardEndpoints(app, deps, wakeCourier)
  letterRoutes(app, deps, wakeCourier)
  redeemRoutes(app, deps, wakeCourier)
  sessionRoutes(app, deps)
  accessTokenRoutes(app, deps, wakeCourier)
  secureAccountRoutes(app, deps)
  if (deps.background) keepTidy(app, deps)
  // Everything here is in the database, whose own state is asked apart.
  return Promise.resolve({ state: () => 'ok' })
}
