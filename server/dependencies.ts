import { reserveNames } from '../domain/identity/user-name.ts'
import { setPublishers } from '../domain/series.ts'
import { writeInvitation } from './admin/users.ts'
import { writeAlertEmail } from './alerts/email.ts'
import { loadCheckpointKey } from './audit-log/chain/checkpoint-key.ts'
import { ChainWatch } from './audit-log/chain/chain-watch.ts'
import type { BaseDependencies } from './base-dependencies.ts'
import { Listener } from './database/listener.ts'
import { Mailbox } from './email/development-mailbox.ts'
import { writeSecurityEmail } from './email/security-emails.ts'
import { EmailWorker, type EmailWriters } from './email/worker.ts'
import { smtpTransport } from './email/smtp-transport.ts'
import { configuredFeed } from './feeds/configured-feed.ts'
import { FeedSchedule } from './feeds/feed-schedule.ts'
import { loadSample } from './feeds/sample/load-sample.ts'
import { loadBundledHolidays } from './imports/load-bundled-holidays.ts'
import { DiskSpace } from './http/disk-space.ts'
import { findOtherFigures } from './rates/compare-rate-book.ts'
import { LiveRateBook } from './rates/live-rate-book.ts'
import { PublicRates } from './rates/public-rates.ts'
import { setCurrencies } from '../domain/currency.ts'
import { purgeAfterChanges, type Purges } from './shared-cache/purge-after-changes.ts'
import { writeCodeEmail } from './sign-in/codes.ts'
import { FailedCodes } from './sign-in/verify.ts'

export const EMAIL_WRITERS: EmailWriters = {
  'sign-in code': writeCodeEmail,
  'new device': writeSecurityEmail,
  'new access token': writeSecurityEmail,
  invitation: writeInvitation,
  alert: writeAlertEmail,
  'alert confirmation': writeAlertEmail,
}

/** The services of the features, beside what they are made from. */
export interface Dependencies extends BaseDependencies {
  readonly liveRateBook: LiveRateBook
  readonly publicRates: PublicRates
  readonly purges: Purges
  readonly chainWatch: ChainWatch
  readonly disk: DiskSpace
  readonly failedCodes: FailedCodes
  /** Started by the jobs; null where no feed is followed. */
  readonly feedSchedule: FeedSchedule | null
  /** Null where emails leave by a mail server. */
  readonly mailbox: Mailbox | null
  readonly emailWorker: EmailWorker
  /** Announces a new email in the outbox. */
  readonly wakeEmailWorker: () => void
  /** Ends every service; the connections of `db` and `readDb` stay the caller's. */
  readonly close: () => Promise<void>
}

/**
 * Builds the services and loads the rate book; it starts without the database, too. Throws
 * StartError where the checkpoints' key cannot be used.
 */
export async function createDependencies(base: BaseDependencies): Promise<Dependencies> {
  const { config, db, clock, log } = base
  setPublishers(config.publishers)
  reserveNames([config.providerName])
  setCurrencies(config.currencies)
  await loadCheckpointKey(config)
  const listener = new Listener(base.listenUrl, (err) =>
    log.warn({ err }, 'The LISTEN connection was lost; reconnecting'),
  )
  const feed = configuredFeed(config)
  const { rateFeed: configured, publicNames } = config
  const liveRateBook = new LiveRateBook({ db, listener, configured, publicNames, log })
  const publicRates = new PublicRates(liveRateBook, clock)
  const mailbox = new Mailbox(log, clock)
  const { smtpUrl } = config
  const transport = smtpUrl === undefined ? mailbox : smtpTransport({ ...config, smtpUrl, clock })
  const emailWorker = new EmailWorker({ deps: base, writers: EMAIL_WRITERS, transport, log })
  const first = async () => {
    await loadBundledHolidays(db, clock())
    if (base.background) await loadSample(db, clock())
  }
  await first().catch((err: unknown) => log.warn({ err }, 'What comes along could not be loaded'))
  await liveRateBook.load()
  // From here on: what is loaded now is in the purge of everything with which it begins.
  const purges = purgeAfterChanges({ ...base, liveRateBook })
  return {
    ...base,
    liveRateBook,
    publicRates,
    purges,
    chainWatch: new ChainWatch({
      db,
      clock,
      places: config,
      published: () => findOtherFigures(db, liveRateBook),
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
      await Promise.all([emailWorker.close(), purges.close(), listener.close()])
    },
  }
}
