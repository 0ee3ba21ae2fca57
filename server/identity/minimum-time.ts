import { setTimeout as pause } from 'node:timers/promises'

/** More than the work of most of these calls takes; less than a user notices. */
const MIN_MS = 60

/**
 * The outcome of `work` after at least 60 ms, or `ms`, which hides small differences between known
 * and unknown addresses. On a busy server the work itself must be the same: see send-code.ts.
 */
export async function withMinimumTime<T>(work: Promise<T>, ms = MIN_MS): Promise<T> {
  await Promise.allSettled([work, pause(ms)])
  return work
}
