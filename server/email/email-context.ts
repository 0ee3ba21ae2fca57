import type { FastifyRequest } from 'fastify'
import type { BaseDependencies } from '../base-dependencies.ts'
import { deviceOf } from '../identity/actor.ts'
import { clientAddress } from '../identity/client-address.ts'
import { deviceName } from '../identity/device.ts'

/** What every email about signing in tells: which product, and who asked when from where. */
export interface EmailContext {
  readonly product: string
  /** Begins every link; from the configuration, never from a request. */
  readonly publicUrl: string
  readonly device: string
  readonly ip: string
  readonly at: Date
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
