import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import { pathOf } from './request-log.ts'
import { t } from '../../text/sentences.ts'

/**
 * Answers what no route takes: 405 with `Allow` for another method, else 404. Paths are matched
 * exactly, so no limit can be had twice.
 */
export function handleUnknownRoutes(app: FastifyInstance): void {
  const routes: { pattern: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+')}$`)
    for (const each of [method].flat()) routes.push({ pattern, method: each })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const allowed = new Set(
      routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    )
    // A parameter longer than the router takes (100 characters) names nothing under its own method
    // either.
    if (allowed.size === 0 || allowed.has(request.method))
      throw new ApiError('not_found', t.httpText.notFound)
    reply.header('allow', [...allowed].sort().join(', '))
    throw new ApiError(
      'method_not_allowed',
      t.httpText.methodNotAllowed({ method: request.method }),
    )
  })
}
