import { randomInt } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { databaseHost } from './database-url.ts'

/** A number of our own in PostgreSQL's space of advisory locks, beside one of chance for each check. */
const CHECKING = 5_270_004

/**
 * Tries on two connections whether an advisory lock of the database behind `url` keeps the other one out. Engines that speak
 * PostgreSQL's protocol may know these functions and lock nothing (CockroachDB), and rates, migrations and the audit trail
 * would then be written twice at once. Throws StartError where it does not, or where the database cannot be reached.
 */
export async function checkLocks(url: string): Promise<void> {
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 5000,
        application_name: 'rupee-rates check',
      }),
  )
  for (const client of clients) client.on('error', () => undefined) // the query at work fails as well, and tells
  const [one, other] = clients as [pg.Client, pg.Client]
  try {
    for (const client of clients) await client.connect()
    const number = randomInt(2 ** 31 - 1)
    const does = async (client: pg.Client, name: string): Promise<boolean> => {
      const { rows } = await client.query<{ done: boolean }>(`SELECT ${name}($1::int, $2::int) AS done`, [
        CHECKING,
        number,
      ])
      return rows[0]?.done === true
    }
    const taken = await does(one, 'pg_try_advisory_lock')
    const takenTwice = await does(other, 'pg_try_advisory_lock')
    const released = await does(one, 'pg_advisory_unlock')
    const takenAfter = await does(other, 'pg_try_advisory_lock')
    if (!taken || takenTwice || !released || !takenAfter)
      throw new StartError(
        `The database at ${databaseHost(url)} does not lock as PostgreSQL does (pg_try_advisory_lock), so it cannot be used: set DATABASE_URL to a PostgreSQL server.`,
      )
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The database at ${databaseHost(url)} cannot be reached: ${reason}`, { cause })
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}
