import type { Endpoint } from '../contract/endpoint.ts'
import { addressOf, type Input } from './api.ts'
import type { ResponseCache } from './query.ts'

/** An answer that a screen shows first; asked for beside the loading of its code. */
export interface Need {
  readonly address: string
  readonly wantFrom: (cache: ResponseCache) => void
}

/** Says that a screen will show the answer to a GET. */
export function need<E extends Endpoint>(endpoint: E, input: Input<E>): Need {
  return { address: addressOf(endpoint, input), wantFrom: (cache) => cache.want(endpoint, input) }
}
