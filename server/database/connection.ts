import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'

export type ConnectOptions = {
  /** Connections at most; 10. */
  max?: number
  /**
   * How long PostgreSQL may work on one statement, in ms; 1800. 0 is for ever, for migrations and
   * long reports.
   */
  statementTimeoutMs?: number
  /** How long a connection may be waited for, free or new, in ms; 900. */
  connectionTimeoutMs?: number
  name?: string
  /**
   * Called when a connection breaks that nobody was using. The pool makes a new one when one is
   * needed.
   */
  onLostConnection?: (error: Error) => void
}

/**
 * Of every connection, so that no setting of the database or role changes what a query finds or how
 * a value is written. Tables are created as `public.name`.
 */
export const SESSION_OPTIONS =
  '-c search_path=pg_catalog,public -c row_security=off -c DateStyle=ISO -c TimeZone=UTC'

/** Together with one statement, a user gets 503 within 3 s. */
const CONNECTION_TIMEOUT_MS = 900

/**
 * A pool of connections to `url`, and Kysely on it. Nothing is connected before the first query.
 * PgBouncer needs `ignore_startup_parameters =
 * options,statement_timeout,idle_in_transaction_session_timeout`.
 */
export function connect(url: string, options: ConnectOptions = {}): { db: Db; pool: pg.Pool } {
  const statementTimeoutMs = options.statementTimeoutMs ?? 1800
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'rupee-rates',
    connectionTimeoutMillis: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: SESSION_OPTIONS,
    types,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs * 2,
    }),
  })
  // Without a listener the end of PostgreSQL, seen by an idle connection, would be the end of the
  // server.
  pool.on('error', (error) => options.onLostConnection?.(error))
  // The same for one that is being used: its statement fails and tells, and the pool drops it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  if (statementTimeoutMs > 0) cutSilentConnections(pool, statementTimeoutMs + 200)
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool }
}

/** Kysely on one connection, which stays its owner's to end. The connection needs `types`. */
export function queriesOn(client: pg.Client): Db {
  const lent = Object.assign(client, { release: () => undefined })
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * PostgreSQL ends slow statements itself, unless it is frozen or unreachable: a connection in use
 * that is silent for this long is cut here.
 */
function cutSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const streamOf = (client: pg.PoolClient) =>
    (client as unknown as { connection: { stream: Socket } }).connection.stream
  pool.on('connect', (client) => {
    const stream = streamOf(client)
    client.on('notice', ({ message = '' }) => {
      const [, ms] = PATIENCE.exec(message) ?? []
      if (ms !== undefined) stream.setTimeout(Number(ms))
    })
    stream.on('timeout', () =>
      stream.destroy(new Error(`Query read timeout after ${silenceMs} ms`)),
    )
  })
  pool.on('acquire', (client) => void streamOf(client).setTimeout(silenceMs))
  pool.on('release', (_error, client) => void streamOf(client).setTimeout(0))
}

const PATIENCE = /^rupee: silent for up to (\d+) ms$/

/**
 * Lets each further statement of a transaction take so long. The notice is for
 * `cutSilentConnections`.
 */
export async function allowTime(trx: Db, ms: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`.execute(trx)
  const notice = `rupee: silent for up to ${ms + 200} ms`
  await sql.raw(`DO $$ BEGIN RAISE INFO '${notice}'; END $$`).execute(trx)
}

const asText = (value: string) => value

/** A bigint as a number; one that it cannot hold exactly is an error. */
function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${value} from the database is no safe integer`)
  return number
}

const { builtins } = pg.types
type Parser = (value: string) => unknown
const driverParser = pg.types.getTypeParser as (oid: number, format?: string) => Parser
const arrayOf = { text: 1009, date: 1182, numeric: 1231, int8: 1016 } // pg_type.dat
const textArray = driverParser(arrayOf.text) as (value: string) => (string | null)[]

/**
 * Read otherwise than by the driver: a `Date` at midnight is another day elsewhere, a float another
 * amount.
 */
const parsers = new Map<number, Parser>([
  [builtins.DATE, asText],
  [builtins.NUMERIC, asText],
  [builtins.INT8, safeInteger],
  [arrayOf.date, textArray],
  [arrayOf.numeric, textArray],
  [
    arrayOf.int8,
    (value) => textArray(value).map((item) => (item === null ? null : safeInteger(item))),
  ],
])

/**
 * How values of the database become values of JavaScript, on every connection whose rows the
 * program reads.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string): Parser =>
    (format !== 'binary' && parsers.get(oid)) || driverParser(oid, format),
}
