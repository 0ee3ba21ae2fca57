import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { isAdmin } from '../identity/actor.ts'
import { t } from '../../text/sentences.ts'

/** Refuses calls of endpoints that a signed-in caller may not use; goes after `authenticate`. */
export function authorise(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, config)))
}

/**
 * A 403, or for administrators' endpoints a 404; undefined where allowed. `ADMINS` need no
 * approval.
 */
function refusalOf(request: FastifyRequest, config: Config): ApiError | undefined {
  const { access, ofOwnAccount } = request.routeOptions.config
  if (!request.signedIn || access === undefined || access === 'public') return undefined
  const { scope, approved, user } = request.signedIn
  const isAdministrator = isAdmin(config, user)
  if (!approved && !isAdministrator && access !== 'session' && !ofOwnAccount)
    return new ApiError('forbidden', t.signInText.notApproved)
  // As of what belongs to somebody else: it is not there.
  if (access === 'admin' && scope === 'session' && !isAdministrator)
    return new ApiError('not_found', t.httpText.notFound)
  if (scope === 'session' || scope === access || (scope === 'write' && access === 'read'))
    return undefined
  return new ApiError(
    'forbidden',
    access === 'write' ? t.signInText.readOnly : t.signInText.sessionOnly,
  )
}
