import type { FastifyBaseLogger } from 'fastify'
import type { ChainWatch } from './chain-watch.ts'

const ROUND_MS = 15_000

/**
 * Lets the watch make a round now, every 15 s and, with the function that it gives, a last one; a chain that breaks, or that
 * its checkpoints do not vouch for, is said once, as an error.
 */
export function watchInBackground(watch: ChainWatch, log: FastifyBaseLogger): () => Promise<void> {
  let said = ''
  let busy = false
  const round = async (last = false) => {
    // A round that waits for the database must not gather others behind it.
    if (busy && !last) return
    busy = true
    try {
      await watch.check({ last })
    } catch (error) {
      log.warn(error, 'the audit trail could not be checked or its checkpoint not be kept')
      return
    } finally {
      busy = false
    }
    const { verdict, brokenAt, sentence } = watch.state()
    const now = `${verdict} ${brokenAt}`
    if (verdict !== 'OK' && now !== said) {
      const what = verdict === 'NOT COVERED' ? 'is not covered by its checkpoints' : 'is broken'
      log.error({ verdict, entry: brokenAt, sentence }, `the audit trail ${what}`)
    }
    said = verdict === 'OK' ? '' : now
  }
  const timer = setInterval(() => void round(), ROUND_MS)
  timer.unref()
  void round()
  return async () => {
    clearInterval(timer)
    await round(true)
  }
}
