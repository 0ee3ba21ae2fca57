import { randomInt } from 'node:crypto'
import { StartError } from '../start-error.ts'
import { databaseHost } from './database-url.ts'
import { connectOnce, unreachable, type OneConnection } from './one-connection.ts'

/** A number of our own in PostgreSQL's space of advisory locks, beside one of chance for each check. */
const CHECKING = 5_270_004

/**
 * Tries on two connections whether an advisory lock of the database behind `url` keeps the other one out. Engines that speak
 * PostgreSQL's protocol may know these functions and lock nothing (CockroachDB), and rates, migrations and the audit trail
 * would then be written twice at once. Throws StartError where it does not, or where the database cannot be reached.
 */
export async function checkLocks(url: string): Promise<void> {
  await using one = await connectOnce(url, 'rupee-rates check')
  await using other = await connectOnce(url, 'rupee-rates check')
  const number = randomInt(2 ** 31 - 1)
  const does = async (client: OneConnection, name: string): Promise<boolean> => {
    const statement = `SELECT ${name}($1::int, $2::int) AS done`
    const { rows } = await client
      .query<{ done: boolean }>(statement, [CHECKING, number])
      .catch((cause: unknown) => {
        throw unreachable(url, cause)
      })
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
}
