import type { FastifyBaseLogger } from 'fastify'
import { sharedRefresh } from '../../database/refresh.ts'
import type { ChainWatch } from './chain-watch.ts'

const ROUND_MS = 15_000

/**
 * Lets the watch make a round now, every 15 s and, with the function that it gives, a last one; a chain that breaks, or that
 * its checkpoints do not vouch for, is said once, as an error.
 */
export function watchInBackground(watch: ChainWatch, log: FastifyBaseLogger): () => Promise<void> {
  let said = ''
  let last = false
  const round = sharedRefresh(
    async () => {
      await watch.check({ last })
      const { verdict, brokenAt, sentence } = watch.state()
      const now = `${verdict} ${brokenAt}`
      if (verdict !== 'OK' && now !== said) {
        const what = verdict === 'NOT COVERED' ? 'is not covered by its checkpoints' : 'is broken'
        log.error({ verdict, entry: brokenAt, sentence }, `the audit trail ${what}`)
      }
      said = verdict === 'OK' ? '' : now
    },
    (error) => log.warn(error, 'the audit trail could not be checked or its checkpoint not be kept'),
  )
  const timer = setInterval(() => void round(), ROUND_MS).unref()
  void round()
  return async () => {
    clearInterval(timer)
    last = true
    await round()
  }
}
