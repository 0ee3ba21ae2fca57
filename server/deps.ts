import { setTimeout as wait } from 'node:timers/promises'
import { writeInvitation } from './admin/users.ts'
import { writeAlertEmail } from './alerts/email.ts'
import { loadCheckpointKey } from './audit-log/checkpoints.ts'
import { ChainWatch } from './audit-log/watch.ts'
import { configure } from './config.ts'
import type { Context } from './context.ts'
import type { PoolLoads } from './database/availability.ts'
import { Listener } from './database/listener.ts'
import type { Db } from './database/schema.ts'
import { Mailbox } from './email/development-mailbox.ts'
import { writeSecurityEmail, writeApproval, writeApprovalRequest } from './email/account-emails.ts'
import { smtpTransport } from './email/smtp-transport.ts'
import { EmailWorker, type EmailWriters } from './email/worker.ts'
import { configuredFeed } from './feeds/run-import.ts'
import { FeedSchedule } from './feeds/feed-schedule.ts'
import { loadSample } from './feeds/sample/load-sample.ts'
import { DiskSpace } from './http/error-handler.ts'
import { ResponseCache } from './http/response-cache.ts'
import { loadBundledHolidays } from './imports/holidays.ts'
import { LiveRateBook } from './rates/live-rate-book.ts'
import { followRates, type RateContext } from './rates/rate-context.ts'
import { writeCodeEmail } from './sign-in/request-code.ts'
import { FailedCodes } from './sign-in/failed-codes.ts'

export const EMAIL_WRITERS: EmailWriters = {
  'sign-in code': writeCodeEmail,
  'new device': writeSecurityEmail,
  'new access token': writeSecurityEmail,
  invitation: writeInvitation,
  'approval request': writeApprovalRequest,
  approval: writeApproval,
  alert: writeAlertEmail,
  'alert confirmation': writeAlertEmail,
}

export interface BaseDependencies extends Context {
  readonly pools?: PoolLoads
  /** For verifying the audit trail: its `search_path` is `pg_catalog` alone. */
  readonly verifyDb: Db
  /** Unlimited without it. */
  readonly freeBytes?: () => number
  /** For LISTEN, which a transaction pooler cannot carry. */
  readonly listenUrl: string
  /** URL-safe and new at each start. */
  readonly mailboxKey: string
  /** The built `web/` and `ssr/`; null serves the API alone. */
  readonly webRoot: string | null
  /** Runs jobs; tests run them by hand. */
  readonly background: boolean
}

export interface Dependencies extends BaseDependencies, RateContext {
  readonly responses: ResponseCache
  readonly chainWatch: ChainWatch
  readonly disk: DiskSpace
  readonly failedCodes: FailedCodes
  readonly feedSchedule: FeedSchedule | null
  readonly mailbox: Mailbox | null
  readonly emailWorker: EmailWorker
  readonly wakeEmailWorker: () => void
  /** The caller closes the connections of `db` and `readDb`. */
  readonly close: () => Promise<void>
}

/** A small book is there when the server begins to listen; a large one is loaded meanwhile. */
const START_WAIT_MS = 300

/**
 * Works also while the database does not answer. Throws StartError without a usable checkpoint key.
 */
export async function createDependencies(base: BaseDependencies): Promise<Dependencies> {
  const { config, db, clock, log } = base
  configure(config)
  await loadCheckpointKey(config)
  const listener = new Listener(base.listenUrl, (err) =>
    log.warn({ err }, 'The LISTEN connection was lost; reconnecting'),
  )
  const feed = configuredFeed(config)
  const { rateFeed: configured } = config
  const liveRateBook = new LiveRateBook({ db, longDb: base.longDb, listener, configured, log })
  const { snapshot, version } = followRates(liveRateBook, clock)
  const mailbox = new Mailbox(log, clock)
  const { smtpUrl } = config
  const transport = smtpUrl === undefined ? mailbox : smtpTransport({ ...config, smtpUrl, clock })
  const emailWorker = new EmailWorker({ deps: base, writers: EMAIL_WRITERS, transport, log })
  const first = async () => {
    await loadBundledHolidays(db, clock())
    if (base.background) await loadSample(db, clock())
  }
  await first().catch((err: unknown) =>
    log.warn({ err }, 'Could not load the bundled holidays and sample rates'),
  )
  const loading = liveRateBook.load()
  await (base.background ? Promise.race([loading, wait(START_WAIT_MS)]) : loading)
  return {
    ...base,
    liveRateBook,
    snapshot,
    responses: new ResponseCache(version),
    chainWatch: new ChainWatch({
      verifyDb: base.verifyDb,
      db,
      clock,
      places: config,
      reload: () => liveRateBook.load(),
    }),
    disk: new DiskSpace(base.freeBytes ?? (() => Infinity), clock),
    failedCodes: new FailedCodes(log),
    feedSchedule: feed && new FeedSchedule({ db, feed, clock, log }),
    mailbox: transport === mailbox ? mailbox : null,
    emailWorker,
    wakeEmailWorker: () => {
      if (base.background) emailWorker.wake()
    },
    close: async () => {
      liveRateBook.close()
      await Promise.all([emailWorker.close(), listener.close()])
    },
  }
}
