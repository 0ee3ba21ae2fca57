import { join } from 'node:path'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { sql } from 'kysely'
import { DEFAULT_KIND, seriesOf, type RateKind } from '../../domain/series.ts'
import { recordAuditEntry } from '../../server/audit-log/record-audit-entry.ts'
import { newestVersion } from '../../server/audit-log/record-changes.ts'
import { SYSTEM } from '../../server/identity/actor.ts'
import { STORED, storeRates } from '../../server/testing/store-rates.ts'
import { connect } from '../../server/database/connection.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts'
import { migrate } from '../../server/database/migrate.ts'
import type { Db } from '../../server/database/schema.ts'
import type { Scope } from '../scope.ts'
import { openSessions, type User } from '../users/open-sessions.ts'
import { startMetered } from '../process/program.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

export type Environment = Awaited<ReturnType<typeof startEnvironment>>

let environments = 0

export async function startEnvironment(
  scope: Scope,
  { days = 0, kinds }: { days?: number; kinds?: readonly RateKind[] } = {},
) {
  const dataDir = scope.makeFolder(`data-${++environments}`)
  const { stop, ...urls } = await startEmbeddedPostgres({ dataDir })
  scope.defer(stop)
  await migrate(urls.ownerUrl, 'rupee_app')
  const { db: owner } = connect(urls.ownerUrl, { statementTimeoutMs: 0 })
  scope.defer(() => owner.destroy())
  if (days > 0) await fillWithRates(owner, days, kinds)
  const own = {
    PORT: '0',
    RATE_FEED: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: urls.appUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
  }
  return {
    ...urls,
    dataDir,
    owner,
    server: (env: Readonly<Record<string, string>> = {}) =>
      startMetered(scope, MAIN, { ready: 'The data is in', env: { ...own, ...env } }),
    user: async () => (await openSessions({ superuserUrl: urls.ownerUrl }, 1))[0]!,
    async enterRate({ id }: User, rate: number, daysAgo = 0) {
      const date = addDays(dayInColombo(new Date()), -daysAgo)
      const day = { ...seriesOf('USD'), date, source: 'manual', rate: rate.toFixed(4) } as const
      await storeRates(owner, [day], new Date(), id)
      return newestVersion(owner)
    },
  }
}

/** Weekdays only. Fixed curves, so that two runs return the same bytes. */
export async function fillWithRates(
  owner: Db,
  days: number,
  kinds: readonly RateKind[] = [DEFAULT_KIND],
): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`SELECT record_changes(json_agg(json_build_object('subject', 'rate', 'source', 'cbsl',
      'currency', currency, 'kind', kind, 'date', date::date, 'rate', base + 5 * sin(extract(epoch FROM date::timestamp) / 5000000))))
    FROM (VALUES ('USD', 302), ('AUD', 198), ('CAD', 217), ('GBP', 406)) money (currency, base), unnest(${kinds}::text[]) AS kind,
      generate_series((now() AT TIME ZONE 'Asia/Colombo')::date - ${days}::int + 1,
        (now() AT TIME ZONE 'Asia/Colombo')::date, interval '1 day') AS series (date)
    WHERE extract(isodow FROM date) < 6`.execute(trx)
    const act = { actor: SYSTEM, at: new Date() }
    await recordAuditEntry(trx, act, 'import exchange rates', STORED)
  })
  await sql`INSERT INTO public.rate_feed_state (feed, last_try_at, last_success_at, next_try_at)
    VALUES ('cbsl', now(), now(), now() + interval '1 hour') ON CONFLICT DO NOTHING`.execute(owner)
}
