import type { RateSource } from './rate-precedence.ts'

interface SourceRights {
  /** The publisher's page about its figures. */
  readonly url: string
  /** SPDX; null if the publisher grants none and reserves all rights. */
  readonly licence: string | null
}

const CURRENCY_API: SourceRights = {
  url: 'https://github.com/fawazahmed0/exchange-api',
  licence: 'CC0-1.0',
}

/** Undefined: the figures are the installation's own. */
export function rightsTo(source: RateSource): SourceRights | undefined {
  if (source === 'manual') return undefined
  if (source !== 'cbsl') return CURRENCY_API
  return {
    url: 'https://www.cbsl.gov.lk/en/rates-and-indicators/exchange-rates',
    licence: null,
  }
}
