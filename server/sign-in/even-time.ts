import { setTimeout as pause } from 'node:timers/promises'

/** More than the work of any of these calls takes; less than a person notices. */
const LEAST_MS = 60

/**
 * Gives the result or the failure of `work` after at least 60 ms, so that a clock does not tell an address that is
 * registered, for which rows and a letter are written, from one that is not.
 */
export async function inEvenTime<T>(work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, pause(LEAST_MS)])
  return work
}
