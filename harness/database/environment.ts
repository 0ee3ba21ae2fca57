import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { connect } from '../../server/database/connection.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { migrate } from '../../server/database/run-migrations.ts'
import type { Db } from '../../server/database/schema.ts'
import { startMetered, type MeteredProcess } from '../process/metered-process.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** A database of its own, as the product makes it, and the product's own program on it. */
export interface Environment extends AsyncDisposable {
  readonly folder: string
  readonly appUrl: string
  readonly ownerUrl: string
  readonly superuserUrl: string
  /** As the role that owns the tables, without a limit of time. */
  readonly owner: Db
  /** Starts the program; it ends with the stage. */
  server(env?: Readonly<Record<string, string>>): Promise<MeteredProcess>
  /** Ends the whole when the stage ends, the newest first. */
  onEnd(end: () => unknown): void
}

/**
 * Raises a stage in a temporary folder, with an empty and migrated database. `settings` are PostgreSQL's, beyond the
 * product's own.
 */
export async function startEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'rupee-rates-bench-'))
  chmodSync(folder, 0o711) // where root runs this, PostgreSQL's account has to get in
  const started = new AsyncDisposableStack()
  started.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { ...settings } })
  started.defer(postgres.stop)
  await migrate(postgres.ownerUrl, 'rupee_app')
  const { db: owner } = connect(postgres.ownerUrl, { statementTimeoutMs: 0 })
  started.use(owner)
  const secretKey = randomBytes(32).toString('hex')
  return {
    folder,
    appUrl: postgres.appUrl,
    ownerUrl: postgres.ownerUrl,
    superuserUrl: postgres.superuserUrl,
    owner,
    onEnd: (end) =>
      started.defer(async () => {
        await end()
      }),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
    async server(env = {}) {
      const server = await startMetered(MAIN, {
        ready: 'The data is in',
        env: {
          PORT: '0',
          RATE_FEED: 'off',
          LOG_LEVEL: 'warn',
          DATA_DIR: folder,
          SECRET_KEY: secretKey,
          DATABASE_URL: postgres.appUrl,
          DATABASE_OWNER_URL: postgres.ownerUrl,
          ...env,
        },
      })
      started.defer(() => server.stop())
      return server
    },
  }
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
