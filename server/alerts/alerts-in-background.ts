import type { FastifyBaseLogger } from 'fastify'
import { sendDueAlerts, type AlertDependencies } from './send-due-alerts.ts'

/** Alerts are looked at so often also when no rate has changed: for their hours, for a feed's silence, and after another process died. */
const LOOK_MS = 60_000

interface Options extends AlertDependencies {
  readonly log: FastifyBaseLogger
  readonly wakeEmailWorker: () => void
}

/** Sends alerts whenever a rate has changed, and every minute; one look at a time. The result ends it. */
export function sendAlertsInBackground(options: Options): () => Promise<void> {
  let looking: Promise<void> | null = null
  let isDue = false
  const lookWhileDue = async () => {
    while (isDue) {
      isDue = false
      try {
        if ((await sendDueAlerts(options)) > 0) options.wakeEmailWorker()
      } catch (err) {
        options.log.warn({ err }, 'Alerts could not be evaluated; it is retried')
      }
    }
    looking = null
  }
  const look = () => {
    isDue = true
    looking ??= lookWhileDue()
  }
  const endSubscription = options.liveRateBook.subscribe(look)
  const timer = setInterval(look, LOOK_MS).unref()
  look()
  return async () => {
    endSubscription()
    clearInterval(timer)
    isDue = false
    await looking
  }
}
