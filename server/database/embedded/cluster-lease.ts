import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start-error.ts'

// Our numbers among PostgreSQL's advisory locks, in the cluster's database `postgres`.
const inUse = 5_270_001
const settingUp = 5_270_002

/**
 * A connection with a shared lock while this process uses the cluster. PostgreSQL frees it however
 * the process dies, so the last one out knows. Its end also says that PostgreSQL has died; then it
 * is started again.
 */
export class ClusterLease {
  readonly #socket: string
  readonly #ensureRunning: () => Promise<boolean>
  readonly #say: (sentence: string) => void
  #client: pg.Client | undefined
  #leaving = false
  #recovery: Promise<void> | undefined

  /** `ensureRunning` starts PostgreSQL unless it runs, and tells whether it did. */
  constructor(
    socket: string,
    ensureRunning: () => Promise<boolean>,
    say: (sentence: string) => void,
  ) {
    this.#socket = socket
    this.#ensureRunning = ensureRunning
    this.#say = say
  }

  /**
   * Takes part in the running cluster, or starts it; true when it ran already. Makes the roles and
   * the database.
   */
  async acquire(): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      const adopted = await this.#ensureRunning()
      try {
        this.#client = await this.#join()
        return adopted
      } catch (cause) {
        // The last user may have been stopping it in this very moment.
        if (tries === 20)
          throw new StartError(
            `The database behind ${this.#socket} does not answer: ${(cause as Error).message}`,
            { cause },
          )
        await pause(100)
      }
    }
  }

  /**
   * Gives up this process's part; true when nobody else has one, and PostgreSQL is this process's
   * to stop.
   */
  async release(): Promise<boolean> {
    if (this.#leaving) return false
    this.#leaving = true
    await this.#recovery
    const client = this.#client
    if (!client) return false
    try {
      // On the way out there is less timeout than anywhere else.
      const quickly = { values: [inUse], query_timeout: 500 }
      await client.query({ text: 'SELECT pg_advisory_unlock_shared($1)', ...quickly })
      const response = await client.query<{ last: boolean }>({
        text: 'SELECT pg_try_advisory_lock($1) AS last',
        ...quickly,
      })
      const last = response.rows[0]?.last ?? false
      if (!last) await client.end()
      return last
    } catch {
      return true // frozen or dead: nobody else is served by it either
    }
  }

  async #join(): Promise<pg.Client> {
    const client = new pg.Client({
      host: this.#socket,
      user: 'postgres',
      database: 'postgres',
      application_name: 'rupee-rates keeper',
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
    })
    client.on('error', () => undefined) // 'end' follows and says the same
    try {
      await client.connect()
      await client.query('SELECT pg_advisory_lock_shared($1)', [inUse])
      await makeRolesAndDatabase(client)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.on('end', () => {
      if (!this.#leaving) this.#recovery = this.#recover()
    })
    return client
  }

  async #recover(): Promise<void> {
    this.#client = undefined
    this.#say('The database has gone away; it is being started again.')
    for (let wait = 50; !this.#leaving; wait = Math.min(wait * 2, 2000)) {
      try {
        await this.acquire()
        this.#say('The database is back.')
        return
      } catch (error) {
        this.#say((error as Error).message)
        await pause(wait)
      }
    }
  }
}

/**
 * `rupee_owner` owns the database, `rupee_app` serves requests and owns nothing; `postgres` is for
 * this alone.
 */
async function makeRolesAndDatabase(client: pg.Client): Promise<void> {
  const isThere = "SELECT FROM pg_database WHERE datname = 'rupee_rates'"
  if ((await client.query(isThere)).rowCount !== 0) return
  await client.query('SELECT pg_advisory_lock($1)', [settingUp])
  try {
    for (const role of ['rupee_owner', 'rupee_app'])
      if ((await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])).rowCount === 0)
        await client.query(`CREATE ROLE ${role} LOGIN`)
    if ((await client.query(isThere)).rowCount !== 0) return
    await client.query('CREATE DATABASE rupee_rates OWNER rupee_owner')
    await client.query('REVOKE ALL ON DATABASE rupee_rates FROM PUBLIC')
    await client.query('GRANT CONNECT ON DATABASE rupee_rates TO rupee_app')
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [settingUp])
  }
}
