import { addressIn, type Language } from '../../contract/language.ts'
import { clientInfoOf, type RequestContext } from '../identity/actor.ts'
import { deviceName } from '../identity/device.ts'

/**
 * What every email about signing in tells: in which language, which product, and who asked when
 * from where.
 */
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
  { deps, request, now }: RequestContext,
  language: Language,
): EmailContext {
  const { device, ip } = clientInfoOf(request)
  return {
    language,
    product: deps.config.providerName,
    publicUrl: deps.config.publicUrl,
    device: deviceName(device),
    ip,
    at: now,
  }
}

export function screenAddress(
  { publicUrl, language }: Pick<EmailContext, 'publicUrl' | 'language'>,
  path: string,
): string {
  return publicUrl + addressIn(language, path)
}
