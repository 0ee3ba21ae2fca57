import { sendDueAlerts } from './alerts/send-due.ts'
import { missingListLog } from './calendar/missing-list.ts'
import { coalesced } from './database/coalesced.ts'
import type { Dependencies } from './dependencies.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { sealPeriods } from './periods/seal-periods.ts'
import { cleanUp } from './clean-up.ts'

const MINUTE_MS = 60_000
const CHECK_OF_TRAIL_MS = 15_000

/**
 * Starts what runs by itself; the result ends it. A job that fails is logged and run again at its
 * next time.
 */
export function startJobs(deps: Dependencies): () => Promise<void> {
  const { db, clock, log, feedSchedule } = deps
  const every = (minutes: number, what: string, act: () => Promise<unknown>) => {
    const failed = (err: unknown) => log.warn({ err }, `${what} failed; it is tried again`)
    const run = coalesced(act, failed)
    return setInterval(() => void run(), minutes * MINUTE_MS).unref()
  }
  const timers = [
    every(10, 'cleaning up', () => cleanUp(deps)),
    every(60, 'removing old idempotency keys', () => forgetOldKeys(db, clock())),
    every(10, 'sealing periods', () => sealPeriods(deps)),
  ]
  const tellOfMissingList = missingListLog(log)
  const lookForList = () => tellOfMissingList(deps.liveRateBook, clock())
  lookForList()
  timers.push(setInterval(lookForList, 10 * MINUTE_MS).unref())
  feedSchedule?.start()
  const endWatch = watchTrail(deps)
  const endAlerts = sendAlerts(deps)
  deps.wakeEmailWorker()
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all([feedSchedule?.close(), endWatch(), endAlerts()])
  }
}

/** Checks the audit trail; a broken or unvouched one is logged once, as an error. */
function watchTrail({ chainWatch, log }: Dependencies): () => Promise<void> {
  let logged = ''
  const check = async (isLast: boolean) => {
    await chainWatch.check({ last: isLast })
    const { verdict, brokenAt } = chainWatch.state()
    const { auditTrail: sentence } = chainWatch.warnings()
    const now = sentence === undefined ? '' : `${verdict} ${brokenAt}`
    if (now !== '' && now !== logged) {
      const what = verdict === 'NOT COVERED' ? 'is not covered by its checkpoints' : 'is broken'
      log.error({ verdict, entry: brokenAt, sentence }, `the audit trail ${what}`)
    }
    logged = now
  }
  const failure = 'the audit trail could not be checked or its checkpoint not be kept'
  return repeated(CHECK_OF_TRAIL_MS, check, (error) => log.warn(error, failure)).end
}

/**
 * Sends alerts after each change of rates, and by the minute: for their hours, a silent feed, a
 * dead process.
 */
function sendAlerts(deps: Dependencies): () => Promise<void> {
  const send = async (isLast: boolean) => {
    if (!isLast && (await sendDueAlerts(deps)) > 0) deps.wakeEmailWorker()
  }
  const { run, end } = repeated(MINUTE_MS, send, (err) =>
    deps.log.warn({ err }, 'Alerts could not be evaluated; it is retried'),
  )
  const endSubscription = deps.liveRateBook.subscribe(() => void run())
  return () => {
    endSubscription()
    return end()
  }
}

/**
 * Does `work` now, every `ms`, whenever `run` is called and, with `end`, a last time; never twice
 * at once.
 */
function repeated(
  ms: number,
  work: (isLast: boolean) => Promise<void>,
  failed: (error: unknown) => void,
) {
  let isLast = false
  const run = coalesced(() => work(isLast), failed)
  const timer = setInterval(() => void run(), ms).unref()
  void run()
  const end = () => {
    clearInterval(timer)
    isLast = true
    return run()
  }
  return { run, end }
}
