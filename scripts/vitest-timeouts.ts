import '../server/text/load-sentences.ts'
import { vi } from 'vitest'

/**
 * Vitest waits 1 s for a condition, which is too short on a busy machine, and has no setting for
 * it.
 */
const TIMEOUT_MS = 60_000

const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, {
    timeout: TIMEOUT_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
