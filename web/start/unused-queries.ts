/*
 * In the place of the query library's mutations and endless lists, which no screen uses (see
 * vite.config.ts).
 */

/** Has nothing to take up again when the network is back. */
export class MutationCache {
  resumePausedMutations = () => Promise.resolve()
  clear = () => undefined
}

/** Never called. */
export const infiniteQueryBehavior = () => undefined
export const hasNextPage = () => false
export const hasPreviousPage = () => false
