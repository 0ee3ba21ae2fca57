import type { FastifyRequest } from 'fastify'
import type { BaseDependencies } from '../base-dependencies.ts'

/** What a call happens with. */
export interface RequestContext {
  readonly deps: BaseDependencies
  readonly request: FastifyRequest
  readonly now: Date
}
