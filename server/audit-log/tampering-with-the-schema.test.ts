import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../database/connection.ts'
import { TEST_TIMEOUTS } from '../testing/test-database.ts'
import { installationToTamperWith, TABLES } from './tampering.fixture.ts'
import { exitStatus } from './verdict.ts'

const { ratesApp, superuser, known, verify, watching, tampered, withoutTriggers } =
  await installationToTamperWith()
const { run } = ratesApp

/** Runs a statement about the database of the test. */
const alterDatabase = (change: string) =>
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${change}', current_database()); END $$`

/** A database's owner replaces tables, functions, triggers, rights and settings instead of rows. */
const SCHEMA: readonly (readonly [what: string, ...statements: string[]])[] = [
  [
    'a view in the place of a table',
    'ALTER TABLE live_fact RENAME TO hidden',
    'CREATE VIEW live_fact AS SELECT * FROM hidden',
  ],
  [
    'a path of another schema for a role',
    'CREATE SCHEMA evil',
    'ALTER ROLE rupee_app SET search_path = evil, public',
  ],
  ['a path of another schema for the database', alterDatabase('SET search_path = evil')],
  ['a child table', 'CREATE TABLE change_old () INHERITS (change)'],
  [
    'a kind that is not listed, without its live rates',
    'ALTER TABLE live_fact DISABLE TRIGGER ALL',
    `DELETE FROM live_fact WHERE kind = 'tt-buying'`,
    `DELETE FROM rate_kind WHERE kind = 'tt-buying'`,
  ],
  ['row security', 'ALTER TABLE live_fact ENABLE ROW LEVEL SECURITY'],
  ['a policy of row security', 'CREATE POLICY mine ON change USING (false)'],
  [
    'all triggers disabled',
    ...TABLES.slice(0, 5).map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ],
  ['a trigger that fires only sometimes', 'ALTER TABLE change ENABLE TRIGGER change_no_change'],
  [
    'a trigger of one’s own',
    `CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    'CREATE TRIGGER mine BEFORE INSERT ON live_fact FOR EACH ROW EXECUTE FUNCTION mine()',
  ],
  [
    'a function emptied',
    `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  ],
  [
    'a function that takes the place of a built-in one',
    `CREATE FUNCTION sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'`,
  ],
  [
    'a function that takes the place of a built-in one in its own schema',
    `CREATE FUNCTION pg_catalog.sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'`,
  ],
  ['a rule', 'CREATE RULE hide AS ON INSERT TO undo DO INSTEAD NOTHING'],
  ['rights of the server', 'GRANT UPDATE ON change TO rupee_app'],
  ['a right on a column', 'GRANT UPDATE (rate) ON live_fact TO rupee_app'],
  ['an internal function of the server', 'GRANT EXECUTE ON FUNCTION append_entry TO rupee_app'],
  ['an unlogged table', 'ALTER TABLE undo SET UNLOGGED'],
]

test.each(SCHEMA)('tampering with the schema: %s is found', async (_what, ...statements) => {
  await tampered(statements, async (db) => {
    const { result } = await verify(db)
    expect(['GUARDS CHANGED', 'EDITED']).toContain(result.verdict)
    expect(exitStatus(result)).toBe(1)
    const watch = watching(db)
    await watch.check()
    expect(watch.warnings().auditTrail).toMatch(/^Broken/)
  })
})

test('a false figure hidden by a view is found', async () => {
  const hidden = await withoutTriggers([
    `UPDATE live_fact SET rate = 999.1234 WHERE version = ${known.version}`,
  ])
  await tampered([...hidden, 'CREATE VIEW derived_fact AS SELECT * FROM live_fact'], async (db) =>
    expect((await verify(db)).result).toEqual({ verdict: 'EDITED', at: known.imported }),
  )
})

test('other formats of dates, numbers or times are no tampering', async () => {
  const formats = [`SET datestyle = ''German, DMY''`, `SET timezone = ''Asia/Colombo''`]
  for (const format of formats) await sql.raw(alterDatabase(format)).execute(superuser)
  const { db } = connect(run.deps.listenUrl, TEST_TIMEOUTS)
  expect((await verify(db)).result).toEqual({ verdict: 'OK', at: null })
  await db.destroy()
  await sql.raw(alterDatabase('RESET ALL')).execute(superuser)
})
