import pg from 'pg'
import { StartError } from '../start-error.ts'
import { SESSION_OPTIONS, types } from './connection.ts'

/** An address as a URL; one of a socket has no host and is given a name. */
const parse = (url: string) => new URL(url.replace('@/', '@socket/'))

/** Where the database of `url` is, without user and password: for users and logs. */
export function databaseHost(url: string): string {
  const { host, pathname, searchParams } = parse(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** The role that `url` signs in as; empty where it names none. */
export function databaseRole(url: string): string {
  const { username, searchParams } = parse(url)
  return searchParams.get('user') ?? decodeURIComponent(username)
}

/** A connection that `await using` ends. */
export type OneConnection = pg.Client & AsyncDisposable

/** One connection under a name for pg_stat_activity. Throws StartError where there is none. */
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
  new StartError(`The database at ${databaseHost(url)} cannot be reached: ${reasonOf(cause)}`, {
    cause,
  })

/**
 * Refused connections come as one error for every address that was tried, with an empty message.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
