import { sql } from 'kysely'
import { removeUnverified } from './account/erase-user.ts'
import { sendDueAlerts } from './alerts/send-due.ts'
import { cleanUpAlerts } from './alerts/store-alerts.ts'
import { coalesced } from './database/background-work.ts'
import type { Context } from './context.ts'
import type { Dependencies } from './deps.ts'
import { deleteUnusedBudgets } from './email/budgets.ts'
import { RETENTION_DAYS } from './config.ts'
import { idleSince } from './identity/session.ts'
import { sealPeriods } from './periods/seal-periods.ts'

const MINUTE_MS = 60_000

export function startJobs(deps: Dependencies): () => Promise<void> {
  const { log, feedSchedule } = deps
  const every = (minutes: number, what: string, act: () => Promise<unknown>) => {
    const failed = (err: unknown) => log.warn({ err }, `${what} failed; it is tried again`)
    const run = coalesced(act, failed)
    return { run, timer: setInterval(() => void run(), minutes * MINUTE_MS).unref() }
  }
  const sealing = every(10, 'sealing periods', () => sealPeriods(deps))
  void sealing.run()
  // After the first import of an installation, eleven months are due.
  const endSealing = deps.liveRateBook.subscribe((event) => {
    if (event.kind === 'feed-status') void sealing.run()
  })
  const timers = [every(10, 'cleaning up', () => cleanUp(deps)).timer, sealing.timer]
  feedSchedule?.start()
  const endWatch = watchTrail(deps)
  const endAlerts = sendAlerts(deps)
  deps.wakeEmailWorker()
  return async () => {
    timers.forEach(clearInterval)
    endSealing()
    await Promise.all([feedSchedule?.close(), endWatch(), endAlerts()])
  }
}

/** Logs a broken or unvouched trail once. */
function watchTrail({ chainWatch, liveRateBook, log }: Dependencies): () => Promise<void> {
  let logged = ''
  const check = async (isLast: boolean) => {
    // Verifying everything while rates are loaded would take twice the time and memory.
    if (!isLast) await liveRateBook.untilTried()
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
  return repeated(MINUTE_MS, check, (error) => log.warn(error, failure)).end
}

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

/** Runs `work` now, every `ms`, on `run` and a last time on `end`; never twice at once. */
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

const DAY_MS = 86_400_000

/** Several servers may do it at once. */
export async function cleanUp({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await sql`DELETE FROM public.app_session WHERE expires_at <= ${now} OR last_seen_at <=
    ${idleSince(now)}`.execute(db)
  await sql`DELETE FROM public.access_token WHERE expires_at <
    ${before(RETENTION_DAYS.expiredToken)}`.execute(db)
  await sql`DELETE FROM public.rate_limit WHERE free_at < ${now}`.execute(db)
  await sql`DELETE FROM public.idempotency_key WHERE created_at <
    ${before(RETENTION_DAYS.response)}`.execute(db)
  await sql`DELETE FROM public.email_outbox WHERE details IS NULL AND created_at <
    ${before(RETENTION_DAYS.email)}`.execute(db)
  await deleteUnusedBudgets(db, now)
  await cleanUpAlerts(db, before(RETENTION_DAYS.unverified), now)
  await removeUnverified(db, before(RETENTION_DAYS.unverified), now)
  await sql`DELETE FROM public.known_device WHERE last_seen_at < ${before(RETENTION_DAYS.device)}`.execute(
    db,
  )
}
