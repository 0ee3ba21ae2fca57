import type { FastifyBaseLogger } from 'fastify'
import { sharedRefresh } from '../database/refresh.ts'
import { sendDueAlerts, type AlertDependencies } from './send-due-alerts.ts'

/** Alerts are looked at so often also when no rate has changed: for their hours, for a feed's silence, and after another process died. */
const LOOK_MS = 60_000

interface Options extends AlertDependencies {
  readonly log: FastifyBaseLogger
  readonly wakeEmailWorker: () => void
}

/** Sends alerts whenever a rate has changed, and every minute; one look at a time. The result ends it. */
export function sendAlertsInBackground(options: Options): () => Promise<void> {
  let ended = false
  const look = sharedRefresh(
    async () => {
      if (!ended && (await sendDueAlerts(options)) > 0) options.wakeEmailWorker()
    },
    (err) => options.log.warn({ err }, 'Alerts could not be evaluated; it is retried'),
  )
  const endSubscription = options.liveRateBook.subscribe(() => void look())
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  void look()
  return async () => {
    endSubscription()
    clearInterval(timer)
    ended = true
    await look()
  }
}
