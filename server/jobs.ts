import { sendAlertsInBackground } from './alerts/alerts-in-background.ts'
import { watchInBackground } from './audit-log/chain/watch-in-background.ts'
import { missingListLog } from './calendar/missing-list.ts'
import type { Dependencies } from './dependencies.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { sealPeriods } from './periods/seal-periods.ts'
import { tidy } from './tidy.ts'

const MINUTE_MS = 60_000

/** Starts what runs by itself; the result ends it. A job that fails is logged and run again at its next time. */
export function startJobs(deps: Dependencies): () => Promise<void> {
  const { db, clock, log, feedSchedule } = deps
  const every = (minutes: number, what: string, act: () => Promise<unknown>) => {
    const run = () =>
      void act().catch((err: unknown) => log.warn({ err }, `${what} failed; it is tried again`))
    return setInterval(run, minutes * MINUTE_MS).unref()
  }
  const timers = [
    every(10, 'tidying up', () => tidy(deps)),
    every(60, 'removing old idempotency keys', () => forgetOldKeys(db, clock())),
    every(10, 'sealing periods', () => sealPeriods(deps)),
  ]
  const tellOfMissingList = missingListLog(log)
  const lookForList = () => tellOfMissingList(deps.liveRateBook, clock())
  lookForList()
  timers.push(setInterval(lookForList, 10 * MINUTE_MS).unref())
  feedSchedule?.start()
  const endWatch = watchInBackground(deps.chainWatch, log)
  const endAlerts = sendAlertsInBackground(deps)
  deps.wakeEmailWorker()
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all([feedSchedule?.close(), endWatch(), endAlerts()])
  }
}
