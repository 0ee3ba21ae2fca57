import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { connect } from '../../server/database/connection.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { migrate } from '../../server/database/run-migrations.ts'
import type { Db } from '../../server/database/schema.ts'
import { Scope } from '../scope.ts'
import { startMetered, type MeteredProcess } from '../process/metered-process.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** A database of its own, as the product makes it, and the product's own program on it; all of it ends with the scope. */
export interface Environment extends Scope {
  readonly appUrl: string
  readonly ownerUrl: string
  readonly superuserUrl: string
  /** As the role that owns the tables, without a limit of time. */
  readonly owner: Db
  /** Starts the program. */
  server(env?: Readonly<Record<string, string>>): Promise<MeteredProcess>
}

/** Raises one, empty and migrated. `settings` are PostgreSQL's, beyond the product's own. */
export async function startEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Promise<Environment> {
  const scope = new Scope()
  const { folder } = scope
  const { stop, ...urls } = await startEmbeddedPostgres({ dataDir: folder, settings: { ...settings } })
  scope.defer(stop)
  await migrate(urls.ownerUrl, 'rupee_app')
  const { db: owner } = connect(urls.ownerUrl, { statementTimeoutMs: 0 })
  scope.defer(() => owner.destroy())
  const own = {
    PORT: '0',
    RATE_FEED: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: urls.appUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
  }
  const server: Environment['server'] = (env) =>
    startMetered(scope, MAIN, { ready: 'The data is in', env: { ...own, ...env } })
  return Object.assign(scope, { ...urls, owner, server })
}

/**
 * Published rates of the four currencies, of each of the kinds, for every weekday of the last `days` days, today included; fixed
 * curves, so that two runs answer the same bytes.
 */
export async function fillWithRates(
  { owner }: Pick<Environment, 'owner'>,
  days: number,
  kinds: readonly RateKind[] = [DEFAULT_KIND],
): Promise<void> {
  await sql`INSERT INTO published_rate (source, currency, kind, date, rate, fetched_at)
    SELECT 'cbsl', currency, kind, date, base + 5 * sin(extract(epoch FROM date::timestamp) / 5000000) , now()
    FROM (VALUES ('USD', 302), ('AUD', 198), ('CAD', 217), ('GBP', 406)) money (currency, base), unnest(${kinds}::text[]) AS kind,
      generate_series((now() AT TIME ZONE 'Asia/Colombo')::date - ${days}::int + 1,
        (now() AT TIME ZONE 'Asia/Colombo')::date, interval '1 day') AS series (date)
    WHERE extract(isodow FROM date) < 6`.execute(owner)
  await sql`INSERT INTO rate_feed_state (feed, last_try_at, last_success_at, next_try_at)
    VALUES ('cbsl', now(), now(), now() + interval '1 hour') ON CONFLICT DO NOTHING`.execute(owner)
}
