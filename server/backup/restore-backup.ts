import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { readHead } from '../audit-log/read-trail.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import {
  NO_CHECKPOINTS,
  verifyDatabase,
  type DatabaseReport,
} from '../audit-log/verify-database.ts'
import type { ChainEnd } from '../audit-log/trail-format.ts'
import { queriesOn, databaseHost, explainFailure } from '../database/connection.ts'
import { grantRights, lockMigrations, readMigrations, runMigrations } from '../database/migrate.ts'
import type { Transaction } from '../database/schema.ts'
import { OPERATOR } from '../identity/actor.ts'
import { StartError } from '../start-error.ts'
import { t } from '../../text/sentences.ts'
import {
  openBackup,
  type BackupHeader,
  type BackupSummary,
  type OpenBackup,
} from './backup-file.ts'
import {
  connectOwner,
  quoteAll,
  quote,
  readTables,
  setIdentities,
  withTablesOpen,
  type Run,
  type SchemaPart,
} from './tables.ts'

interface RestoreOptions {
  readonly appRole: string
  readonly replace: boolean
  readonly keepTokens: boolean
  readonly at: Date
  readonly folder?: string
}

interface Forgotten {
  readonly sessions: number
  readonly codes: number
  readonly emails: number
  readonly tokens: number
}

export interface Restored extends BackupSummary {
  readonly forgotten: Forgotten
  /** A broken trail is restored too, for examination. */
  readonly trail: DatabaseReport
  readonly end: ChainEnd
}

/**
 * Loads, migrates, verifies, deletes credentials and records in one transaction. Throws StartError,
 * with nothing changed.
 */
export async function restoreBackup(
  source: Readable,
  name: string,
  ownerUrl: string,
  options: RestoreOptions,
): Promise<Restored> {
  const backup = await openBackup(source, name)
  await using client = await connectOwner(ownerUrl, 'rupee-rates restore')
  try {
    await client.query('BEGIN')
    // Not a Kysely transaction, in which the migrator refuses to run.
    const trx = queriesOn(client) as unknown as Transaction
    // A server migrates when it starts, so that a start waits for the restore.
    await lockMigrations(trx)
    await refuseWhileServing(client, ownerUrl)
    if (!options.replace) await refuseUnlessEmpty(client, ownerUrl)
    await makeTables(backup.header, name, client, trx, options)
    const summary = await loadTables(backup, client)
    await migrateWithin(trx, options)
    await grantRights(trx, options.appRole, options)
    const trail = await verifyDatabase(trx, NO_CHECKPOINTS, {
      now: options.at,
      appRole: options.appRole,
      ...(options.folder !== undefined && { lists: join(options.folder, 'schema-lines') }),
    })
    const forgotten = await forgetCredentials(trx, options)
    await recordRestore(trx, summary, trail, forgotten, options.at)
    const end = await readHead(trx)
    const tables = await readTables(client)
    await client.query('COMMIT')
    for (const table of tables) await client.query(`ANALYZE ${quote(table.name)}`)
    return { ...summary, trail, forgotten, end }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(
      `${name} could not be loaded, and nothing was changed: ${explainFailure(cause)}`,
      { cause },
    )
  } finally {
    backup.close()
  }
}

async function loadTables(backup: OpenBackup, client: pg.Client): Promise<BackupSummary> {
  const run: Run = async (statement) => (await client.query<SchemaPart>(statement)).rows
  return withTablesOpen(run, async () => {
    const tables = await readTables(client)
    await client.query(`TRUNCATE ${quoteAll(tables.map((table) => table.name))}`)
    return backup.read({
      async table(table, columns, rows) {
        // FREEZE saves VACUUM a second write; it needs a table truncated in this transaction.
        const copy = from(`COPY ${quote(table)} (${quoteAll(columns)}) FROM STDIN (FREEZE)`)
        await pipeline(rows, client.query(copy))
      },
      identities: (states) => setIdentities(client, states),
    })
  })
}

async function makeTables(
  { migrations }: BackupHeader,
  name: string,
  client: pg.Client,
  trx: Transaction,
  options: RestoreOptions,
): Promise<void> {
  const known = Object.keys(await readMigrations(options))
  const newest = migrations.at(-1)
  const isNewer = migrations.find((migration) => !known.includes(migration))
  if (isNewer !== undefined || newest === undefined)
    throw new StartError(
      `${name} was made by another version (migration ${isNewer ?? 'none'}): ` +
        'restore it with that version.',
    )
  await client.query('DROP SCHEMA public CASCADE')
  await client.query('CREATE SCHEMA public')
  await migrateWithin(trx, options, newest)
}

async function migrateWithin(trx: Transaction, options: RestoreOptions, last?: string) {
  const within = { inTransaction: true, ...(last !== undefined && { last }) }
  await runMigrations(trx, options.appRole, await readMigrations(options), within)
}

/**
 * Credentials may have been revoked since. Alert links stay: they sign nobody in and must be able
 * to end an alert.
 */
export const FORGET = {
  app_session: 'DELETE FROM public.app_session',
  access_token: 'DELETE FROM public.access_token',
  sign_in_code:
    'UPDATE public.sign_in_code SET code_hash = NULL, link_hash = NULL, expires_at = NULL ' +
    'WHERE expires_at IS NOT NULL',
  email_outbox:
    "UPDATE public.email_outbox SET details = NULL, given_up_at = now(), last_error = 'the database " +
    "was restored' WHERE details IS NOT NULL",
  known_device: 'DELETE FROM public.known_device',
  idempotency_key: 'DELETE FROM public.idempotency_key',
  rate_limit: 'DELETE FROM public.rate_limit',
  email_budget: 'DELETE FROM public.email_budget',
  job_run: 'DELETE FROM public.job_run',
  server_key: 'DELETE FROM public.server_key',
}

async function forgetCredentials(
  trx: Transaction,
  { keepTokens }: { keepTokens: boolean },
): Promise<Forgotten> {
  const forgotten = new Map<string, number>()
  for (const [table, statement] of Object.entries(FORGET)) {
    if (keepTokens && table === 'access_token') continue
    const { numAffectedRows = 0n } = await sql.raw(statement).execute(trx)
    forgotten.set(table, Number(numAffectedRows))
  }
  const count = (table: keyof typeof FORGET) => forgotten.get(table) ?? 0
  return {
    sessions: count('app_session'),
    codes: count('sign_in_code'),
    emails: count('email_outbox'),
    tokens: count('access_token'),
  }
}

async function recordRestore(
  trx: Transaction,
  { header, rows }: BackupSummary,
  trail: DatabaseReport,
  forgotten: Forgotten,
  at: Date,
): Promise<void> {
  const { made_at, version } = header
  const description = t.auditText.restored({ madeAt: made_at, lastEntry: trail.head.id })
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
  await recordAuditEntry(trx, { actor: OPERATOR, at }, 'restore database', description, {
    metadata: { made_at, version, rows: total, forgotten },
  })
}

async function refuseWhileServing(client: pg.Client, url: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() ' +
      "AND application_name = 'rupee-rates'",
  )
  if (rowCount !== 0)
    throw new StartError(`A server is using ${databaseHost(url)}: stop it, then restore again.`)
}

async function refuseUnlessEmpty(client: pg.Client, url: string): Promise<void> {
  const isUsed = async (condition: string) =>
    (await client.query<{ used: boolean }>(`SELECT ${condition} AS used`)).rows[0]?.used === true
  const used = (await isUsed("to_regclass('public.audit_entry') IS NOT NULL"))
    ? await isUsed(
        'EXISTS (SELECT FROM public.audit_entry) OR EXISTS (SELECT FROM public.app_user)',
      )
    : await isUsed(
        `EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace
           AND relkind IN ('r', 'p', 'v', 'm', 'f') AND relname !~ '^kysely_')`,
      )
  if (used)
    throw new StartError(`${databaseHost(url)} is not empty: add --replace to delete its contents.`)
}
