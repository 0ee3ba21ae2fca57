import '../server/text/load-sentences.ts'
import { vi } from 'vitest'

/** Vitest's 1 s is too short on a busy machine, and it has no setting. */
const TIMEOUT_MS = 60_000

const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, {
    timeout: TIMEOUT_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
