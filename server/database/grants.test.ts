import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { connect } from './connection.ts'

/**
 * Rights of the server's role by table: S(ELECT), I(NSERT), U(PDATE), D(ELETE). Nobody may
 * TRUNCATE.
 */
const RIGHTS: Readonly<Record<string, string>> = {
  access_token: 'SIUD',
  alert_link: 'SID',
  alert_rule: 'SIUD',
  alert_subscriber: 'SIUD',
  app_session: 'SIUD',
  app_user: 'SIUD',
  audit_entry: 'S',
  audit_head: 'S',
  audit_personal: 'S',
  change: 'S',
  email_budget: 'SIUD',
  email_outbox: 'SIUD',
  feed_answer: 'SIUD',
  feed_request: 'SIU',
  idempotency_key: 'SIUD',
  invitation: 'SID',
  job_run: 'SIUD',
  known_device: 'SIUD',
  kysely_migration: 'S',
  kysely_migration_lock: '',
  fact_state: 'S',
  rate_feed_state: 'SIU',
  rate_kind: 'S',
  rate_source: 'S',
  rate_limit: 'SIUD',
  server_key: 'SIUD',
  sign_in_code: 'SIUD',
  undo: 'S',
}

const database = await testDatabase()
const app = connect(database.appUrl).db
const owner = connect(database.ownerUrl).db
afterAll(() => Promise.all([app.destroy(), owner.destroy()]))

const statements = (table: string, column: string) => ({
  S: `SELECT FROM ${table}`,
  I: `INSERT INTO ${table} DEFAULT VALUES`,
  U: `UPDATE ${table} SET ${column} = NULL WHERE false`,
  D: `DELETE FROM ${table} WHERE false`,
  T: `TRUNCATE ${table}`,
})

/**
 * Returns whether the role has the right to a statement; rolled back. Other refusals come only
 * after that one.
 */
async function isAllowed(statement: string): Promise<boolean> {
  const trx = await app.startTransaction().execute()
  try {
    await sql.raw(statement).execute(trx)
    return true
  } catch (error) {
    return !String(error).includes('permission denied')
  } finally {
    await trx.rollback().execute()
  }
}

describe("the server's role", () => {
  it('has rights listed for every table', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      ORDER BY 1`.execute(owner)
    expect(Object.keys(RIGHTS).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it.each(Object.entries(RIGHTS))(
    'may do with %s no more and no less than %s',
    async (table, rights) => {
      const { rows } = await sql<{ name: string }>`
      SELECT attname AS name FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' LIMIT 1`.execute(
        owner,
      )
      const allowed = []
      for (const [verb, statement] of Object.entries(statements(table, rows[0]!.name)))
        if (await isAllowed(statement)) allowed.push(verb)
      expect(allowed.join('')).toBe(rights)
    },
  )

  it('cannot use sequences, but draws the number of an invited person', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'`.execute(
      owner,
    )
    expect(rows.length).toBeGreaterThan(0)
    const usable = []
    for (const { name } of rows) if (await isAllowed(`SELECT nextval('${name}')`)) usable.push(name)
    expect(usable).toEqual(['app_user_id_seq'])
    expect(await isAllowed(`SELECT setval('app_user_id_seq', 1)`)).toBe(false)
  })
})
