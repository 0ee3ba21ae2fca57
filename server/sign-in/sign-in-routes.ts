import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../dependencies.ts'
import { startEmail } from '../email/start-email.ts'
import type { Part } from '../operations/health-routes.ts'
import { accessTokenRoutes } from '../access-tokens/access-token-routes.ts'
import { guardEndpoints } from '../identity/authentication.ts'
import { emailRoutes } from './request-code-routes.ts'
import { redeemRoutes } from './redeem-routes.ts'
import { secureAccountRoutes } from '../account/secure-account-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { keepTidy } from './tidy.ts'

/** Everything under `/api/auth`, and the guard of every endpoint that is registered afterwards. */
export async function signInRoutes(app: FastifyInstance, deps: AppDependencies): Promise<Part> {
  const wakeEmailWorker = startEmail(app, deps)
  guardEndpoints(app, deps, wakeEmailWorker)
  emailRoutes(app, deps, wakeEmailWorker)
  redeemRoutes(app, deps, wakeEmailWorker)
  sessionRoutes(app, deps)
  accessTokenRoutes(app, deps, wakeEmailWorker)
  secureAccountRoutes(app, deps)
  if (deps.background) keepTidy(app, deps)
  // Everything here is in the database, whose own state is asked apart.
  return Promise.resolve({ state: () => 'ok' })
}
