import pg from 'pg'
import { StartError } from '../start-error.ts'
import { SESSION_OPTIONS, types } from './connection.ts'

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
