import type { FastifyRequest } from 'fastify'
import { addressIn, type Language } from '../../contract/language.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { clientInfoOf } from '../identity/actor.ts'
import { deviceName } from '../identity/device.ts'

/** What every email about signing in tells: in which language, which product, and who asked when from where. */
export interface EmailContext {
  readonly language: Language
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
  language: Language,
  at: Date,
): EmailContext {
  const { device, ip } = clientInfoOf(request)
  return {
    language,
    product: config.providerName,
    publicUrl: config.publicUrl,
    device: deviceName(device),
    ip,
    at,
  }
}

/** The address of a screen in the email's language. */
export function screenAddress(
  { publicUrl, language }: Pick<EmailContext, 'publicUrl' | 'language'>,
  path: string,
): string {
  return publicUrl + addressIn(language, path)
}
