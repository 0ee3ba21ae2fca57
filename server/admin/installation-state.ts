import { sql } from 'kysely'
import type { UnsentEmail } from '../../contract/admin.ts'
import type { BeforeJson } from '../../contract/values.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { ChainWatch } from '../audit-log/chain/chain-watch.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { Db } from '../database/schema.ts'
import { WITHDRAWN } from '../email/outbox.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'
import { shownSettings } from './shown-settings.ts'

export type ObservedServices = BaseDependencies & {
  readonly liveRateBook: LiveRateBook
  readonly chainWatch: ChainWatch
}

/**
 * What an administrator sees of the installation. `warnings` as `GET /api/health/ready` says them.
 */
export async function installationState(
  deps: ObservedServices,
  warnings: Readonly<Record<string, string>>,
) {
  const { config, readDb, liveRateBook, chainWatch } = deps
  const { verdict, sentence } = chainWatch.state()
  const checkpoint = chainWatch.newestCheckpoint()
  return {
    version: manifest.version,
    registration: {
      mode: config.registration,
      domains: config.registrationDomains,
      ...(await readRegistrations(readDb)),
    },
    feed: config.rateFeed === 'off' ? null : await feedDetails(deps, config.rateFeed),
    sample: liveRateBook.loaded && liveRateBook.book.hasSample,
    emails: await readUnsentEmails(readDb),
    audit: {
      verdict,
      sentence,
      checkpoint: checkpoint && { entry: checkpoint.entry, at: checkpoint.at, key: checkpoint.key },
    },
    warnings,
    settings: shownSettings(config),
  }
}

async function feedDetails({ readDb, clock }: ObservedServices, name: RateFeedName) {
  const state = await readDb
    .selectFrom('rate_feed_state')
    .selectAll()
    .where('feed', '=', name)
    .executeTakeFirst()
  return {
    name,
    last_try_at: state?.last_try_at ?? null,
    last_success_at: state?.last_success_at ?? null,
    error: state?.failure ?? null,
    tries: state?.tries ?? 0,
    next_try_at: state?.next_try_at ?? null,
    due: state === undefined || state.next_try_at <= clock(),
    publisher_error: state?.pages_error ?? null,
  }
}

const MAX_INVITATIONS = 100
const MAX_EMAILS = 20

/**
 * The invitations that were not used yet, the newest first, and how many users wait for approval.
 */
async function readRegistrations(db: Db) {
  const invitations = await db
    .selectFrom('invitation')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('email')
    .limit(MAX_INVITATIONS)
    .execute()
  const { waiting } = await db
    .selectFrom('app_user')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('approved_at', 'is', null)
    .where('verified_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting, invitations }
}

/** The emails that wait, and those that no mail server took. What was withdrawn is neither. */
async function readUnsentEmails(db: Db) {
  const { rows } = await sql<
    BeforeJson<UnsentEmail> & { waiting_in_all: number; failed_in_all: number }
  >`
    SELECT id, purpose, user_id, encrypted IS NULL AS failed, created_at, attempts,
      CASE WHEN encrypted IS NOT NULL THEN next_attempt_at END AS next_attempt_at, last_error AS
      error,
      (count(*) FILTER (WHERE encrypted IS NOT NULL) OVER ())::int AS waiting_in_all,
      (count(*) FILTER (WHERE encrypted IS NULL) OVER ())::int AS failed_in_all
    FROM email_outbox
    WHERE encrypted IS NOT NULL OR (given_up_at IS NOT NULL AND last_error <> ${WITHDRAWN})
    ORDER BY id DESC LIMIT ${MAX_EMAILS}`.execute(db)
  const found = rows.map(({ waiting_in_all: waiting, failed_in_all: failed, ...email }) => ({
    waiting,
    failed,
    // Mail servers repeat the address that they refuse.
    email: { ...email, error: email.error?.replace(/[^\s<>"',;:()]+/g, withoutAddress) ?? null },
  }))
  const { waiting = 0, failed = 0 } = found[0] ?? {}
  return { waiting, failed, newest: found.map(({ email }) => email) }
}

const withoutAddress = (word: string) => (word.includes('@') ? '…' : word)
