import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Db, Tables } from './schema.ts'

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
/** For what a screen waits for, 10 s in all: an undo of 100,000 rates, or rates of 20 years. */
export const LONG = { max: 1, statementTimeoutMs: 8000, connectionTimeoutMs: 5000 } as const
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
      Client: clientWithLimit(statementTimeoutMs + 200),
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs * 2,
    }),
  })
  // Without a listener, an error on an idle connection would end the process.
  pool.on('error', (error) => options.onLostConnection?.(error))
  pool.on('connect', (client) => void client.on('error', () => undefined))
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
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema('public')

/**
 * Ends the connection if PostgreSQL is silent for `ms` during a query. With `query_timeout` (pg
 * 8.23), the pool lends the hung connection to the next request (measured with a stopped backend).
 */
function endIfSilent(client: pg.Client, answer: Promise<unknown>, ms: number): void {
  const { stream } = client.connection as unknown as { stream: Socket }
  let isAnswered = false
  let timer: NodeJS.Timeout
  const wait = () => {
    const { bytesRead } = stream
    timer = setTimeout(() => {
      // After a busy event loop the answer may have arrived; it is read before this.
      setImmediate(() => {
        if (isAnswered) return
        if (stream.bytesRead > bytesRead) wait()
        else stream.destroy(new Error(`Query read timeout after ${ms} ms`))
      })
    }, ms)
  }
  const stop = () => {
    isAnswered = true
    clearTimeout(timer)
  }
  wait()
  answer.then(stop, stop)
}

/** Returns a class, because the pool makes its clients. */
const clientWithLimit = (ms: number) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const query = this.query.bind(this) as (...given: unknown[]) => unknown
      this.query = ((...given: unknown[]) => {
        const answer = query(...given)
        if (answer instanceof Promise) endIfSilent(this, answer, ms)
        return answer
      }) as typeof this.query
    }
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

/** The URL of a socket has no host; `URL` refuses that. */
const parse = (url: string) => new URL(url.replace('@/', '@socket/'))

export function databaseHost(url: string): string {
  const { host, pathname, searchParams } = parse(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

export function databaseRole(url: string): string {
  const { username, searchParams } = parse(url)
  return searchParams.get('user') ?? decodeURIComponent(username)
}

export type OneConnection = pg.Client & AsyncDisposable

/** Throws StartError. */
export async function connectOnce(url: string, name: string): Promise<OneConnection> {
  const client = new pg.Client({
    connectionString: url,
    options: SESSION_OPTIONS,
    types,
    connectionTimeoutMillis: 5000,
    application_name: name,
  })
  client.on('error', () => undefined) // the statement at work fails as well, and tells
  await client.connect().catch((cause: unknown) => {
    throw unreachable(url, cause)
  })
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => undefined) })
}

export const unreachable = (url: string, cause: unknown) =>
  new StartError(
    `The database at ${databaseHost(url)} cannot be reached: ${explainFailure(cause)}. Check its ` +
      'address and that it is running.',
    { cause },
  )

/** A refused connection gives one error per address, with an empty message. */
export function explainFailure(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(explainFailure).join(', ')
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
