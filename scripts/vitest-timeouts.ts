import '../server/text/load-sentences.ts'
import { vi } from 'vitest'
import { PATIENCE_MS } from '../harness/until.ts'

// Vitest's 1 s is too short on a busy machine, and it has no setting.
const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, {
    timeout: PATIENCE_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
