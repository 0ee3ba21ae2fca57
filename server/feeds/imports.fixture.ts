import type { currentRate, feedState } from '../../contract/rates/rates.ts'
import { caughtUp } from '../rates/published-rates.fixture.ts'
import { clearRates } from '../testing/store-rates.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { RateFeed } from './rate-feed.ts'
import { runImport } from './run-import.ts'

export async function importInto(run: TestApp, feed: RateFeed) {
  const result = await runImport({ db: run.db, feed, clock: run.clock.now })
  await caughtUp(run)
  return result
}

/** Removes all rates, answers and counted requests. */
export async function clearFeeds({ db, owner, clock }: TestApp): Promise<void> {
  await clearRates(db, clock.now())
  for (const table of ['rate_feed_state', 'feed_answer', 'feed_request'] as const)
    await owner.deleteFrom(table).execute()
}

export const storedRates = ({ db }: TestApp) =>
  db
    .selectFrom('fact_state')
    .select(['source', 'currency', 'kind', 'date', 'rate', 'version'])
    .where('source', '!=', 'manual')
    .where('ended', 'is', null)
    .orderBy('currency')
    .orderBy('date')
    .execute()

export const feedStatus = async (run: TestApp) =>
  (await run.get<typeof feedState>('/api/exchange-rate/feed')).body.data

export const currentDollar = async (run: TestApp, query = '') =>
  (await run.get<typeof currentRate>(`/api/exchange-rate/current/USD${query}`)).body.data
