import manifest from '../../package.json' with { type: 'json' }
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import type { ChainWatch } from '../audit-log/chain/chain-watch.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'
import { readRegistrations, readUnsentEmails } from './installation-queries.ts'
import { shownSettings } from './shown-settings.ts'

/** What the state of the installation is read from. */
export type ObservedServices = BaseDependencies & {
  readonly liveRateBook: LiveRateBook
  readonly chainWatch: ChainWatch
}

/** What an administrator sees of the installation. `warnings` as `GET /api/health/ready` says them. */
export async function installationState(deps: ObservedServices, warnings: Readonly<Record<string, string>>) {
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
