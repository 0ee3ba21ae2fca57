import type { FastifyRequest } from 'fastify'
import { deviceOf } from './actor.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { EmailContext } from '../email/sign-in-emails.ts'
import { clientAddress } from './client-address.ts'
import { deviceName } from './device.ts'

/** What a call happens with. */
export interface RequestContext {
  readonly deps: BaseDependencies
  readonly request: FastifyRequest
  readonly now: Date
}

/** Which product it is, and with which device and from which network something was done. */
export function emailContextOf(
  { config }: BaseDependencies,
  request: FastifyRequest,
  at: Date,
): EmailContext {
  return {
    product: config.providerName,
    publicUrl: config.publicUrl,
    device: deviceName(deviceOf(request)),
    ip: clientAddress(request.ip),
    at,
  }
}
