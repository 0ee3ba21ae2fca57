import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'

export type ConnectOptions = {
  max?: number
  /** 0 is unlimited. */
  statementTimeoutMs?: number
  connectionTimeoutMs?: number
  name?: string
  searchPath?: string
  onLostConnection?: (error: Error) => void
}

/**
 * Overrides settings of the database and role that would change results. Tables are `public.name`.
 */
const sessionOptions = (path: string) =>
  `-c search_path=${path} -c row_security=off -c DateStyle=ISO -c TimeZone=UTC`
export const SESSION_OPTIONS = sessionOptions('pg_catalog,public')
/** No name and no operator means one of `public`. */
export const VERIFYING = { searchPath: 'pg_catalog', statementTimeoutMs: 60_000 } as const

/** With one statement, less than a request's 3 s. */
const CONNECTION_TIMEOUT_MS = 900

/**
 * Connects at the first query. PgBouncer needs `ignore_startup_parameters =
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
    options:
      options.searchPath === undefined ? SESSION_OPTIONS : sessionOptions(options.searchPath),
    types,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs * 2,
    }),
  })
  // Without a listener, an error on an idle connection would end the process.
  pool.on('error', (error) => options.onLostConnection?.(error))
  pool.on('connect', (client) => void client.on('error', () => undefined))
  if (statementTimeoutMs > 0) cutSilentConnections(pool, statementTimeoutMs + 200)
  return { db: queries(pool), pool }
}

/** The caller ends the connection, which needs `types`. */
export function queriesOn(client: pg.Client): Db {
  const lent = Object.assign(client, { release: () => undefined })
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
  return queries(pool)
}

/** The owner of a database could put a table of the same name into a schema that comes first. */
const queries = (pool: PostgresPool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }).withSchema('public')

/**
 * Cuts connections to a frozen PostgreSQL. With `query_timeout` (pg 8.23), a transaction fails
 * after 4 s instead of 2, and the pool lends the hung connection, still in that transaction, to the
 * next request (measured with a stopped backend).
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

/** The notice tells `cutSilentConnections`. */
export async function allowTime(trx: Db, ms: number): Promise<void> {
  const notice = `rupee: silent for up to ${ms + 200} ms`
  await sql
    .raw(
      `DO $$ BEGIN
        PERFORM set_config('statement_timeout', '${ms}', true);
        RAISE INFO '${notice}';
      END $$`,
    )
    .execute(trx)
}

const keepText = (value: string) => value

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

/** The driver would make local midnights of days and floats of amounts. */
const parsers = new Map<number, Parser>([
  [builtins.DATE, keepText],
  [builtins.NUMERIC, keepText],
  [builtins.INT8, safeInteger],
  [arrayOf.date, textArray],
  [arrayOf.numeric, textArray],
  [
    arrayOf.int8,
    (value) => textArray(value).map((item) => (item === null ? null : safeInteger(item))),
  ],
])

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string): Parser =>
    (format !== 'binary' && parsers.get(oid)) || driverParser(oid, format),
}
