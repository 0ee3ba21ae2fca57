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
    'ALTER TABLE fact_state RENAME TO hidden',
    'CREATE VIEW fact_state AS SELECT * FROM hidden',
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
    'ALTER TABLE fact_state DISABLE TRIGGER ALL',
    `DELETE FROM fact_state WHERE kind = 'tt-buying'`,
    `DELETE FROM rate_kind WHERE kind = 'tt-buying'`,
  ],
  ['row security', 'ALTER TABLE fact_state ENABLE ROW LEVEL SECURITY'],
  ['a policy of row security', 'CREATE POLICY mine ON change USING (false)'],
  [
    'all triggers disabled',
    ...TABLES.slice(0, 5).map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ],
  ['a trigger that fires only sometimes', 'ALTER TABLE change ENABLE TRIGGER change_no_change'],
  [
    'a trigger of one’s own',
    `CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    'CREATE TRIGGER mine BEFORE INSERT ON fact_state FOR EACH ROW EXECUTE FUNCTION mine()',
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
  ['a right on a column', 'GRANT UPDATE (rate) ON fact_state TO rupee_app'],
  ['an internal function of the server', 'GRANT EXECUTE ON FUNCTION append_entry TO rupee_app'],
  ['an unlogged table', 'ALTER TABLE undo SET UNLOGGED'],
  [
    'a path of another schema for a function',
    'CREATE SCHEMA evil',
    `CREATE FUNCTION evil.gen_random_uuid() RETURNS uuid LANGUAGE sql AS 'SELECT NULL::uuid'`,
    'ALTER FUNCTION append_entry(json) SET search_path = evil, pg_catalog, public',
  ],
  ['a setting of a function', `ALTER FUNCTION append_entry(json) SET datestyle = 'German'`],
  [
    'a function of the same name',
    `CREATE FUNCTION audit_field(name text, value varchar) RETURNS text LANGUAGE sql IMMUTABLE
      AS $$ SELECT coalesce(name || ':' || octet_length(value) || ':' || value, '') $$`,
  ],
  ['a dropped constraint', 'ALTER TABLE change DROP CONSTRAINT change_subject'],
  ['a dropped index', 'DROP INDEX change_previous'],
  ['a dropped index of live facts', 'DROP INDEX fact_state_key'],
  ['a domain without its check', 'ALTER DOMAIN lkr_rate DROP CONSTRAINT lkr_rate_check'],
  ['another type of a column', 'ALTER TABLE fact_state ALTER COLUMN rate TYPE numeric(14, 6)'],
  [
    'another collation of a column',
    'ALTER TABLE fact_state ALTER COLUMN currency TYPE text COLLATE "POSIX"',
  ],
  [
    'a check that passes each row on',
    'CREATE SCHEMA evil',
    `CREATE FUNCTION evil.keep(app_session) RETURNS boolean LANGUAGE sql SECURITY DEFINER
      AS 'SELECT true'`,
    'ALTER TABLE app_session ADD CHECK (evil.keep(app_session))',
  ],
  [
    'a default that calls a function',
    'CREATE SCHEMA evil',
    `CREATE FUNCTION evil.leak() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$ SELECT '' $$`,
    'ALTER TABLE app_session ALTER COLUMN ip_address SET DEFAULT evil.leak()',
  ],
  [
    'an index that calls a function',
    'CREATE SCHEMA evil',
    `CREATE FUNCTION evil.leak(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1'`,
    'CREATE INDEX ON app_session (evil.leak(ip_address))',
  ],
  ['rights of everyone', 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO PUBLIC'],
  ['a right to create', 'GRANT CREATE ON SCHEMA public TO rupee_app'],
  [
    'rights of later tables',
    'ALTER DEFAULT PRIVILEGES FOR ROLE rupee_owner GRANT ALL ON TABLES TO rupee_app',
  ],
  ['a membership of the server', 'GRANT rupee_owner TO rupee_app'],
  ['a membership of a stranger', 'CREATE ROLE evil', 'GRANT rupee_owner TO evil'],
  ['another owner', 'CREATE ROLE evil', 'ALTER TABLE fact_state OWNER TO evil'],
  ['more power of the server', 'ALTER ROLE rupee_app BYPASSRLS'],
  ['another role for the server', `ALTER ROLE rupee_app SET role = 'rupee_owner'`],
  ['a kind that is not listed', `DELETE FROM rate_kind WHERE kind = 'customs'`],
  ['a type of one’s own', `CREATE TYPE mood AS ENUM ('good')`],
  [
    'a trigger for events',
    `CREATE FUNCTION mine() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'`,
    'CREATE EVENT TRIGGER mine ON ddl_command_end EXECUTE FUNCTION mine()',
  ],
  [
    'an extension’s function that is not in C',
    `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    'ALTER EXTENSION pg_trgm ADD FUNCTION mine()',
  ],
]

const FALSE_RATE = 9991234
const [view, multiply, castToInteger] = [
  `CREATE VIEW pg_catalog.fact_state AS SELECT id, version, ended, subject, currency, kind,
    999.1234 AS rate FROM public.fact_state`,
  `CREATE FUNCTION evil.mul(a numeric, b int) RETURNS numeric LANGUAGE sql AS
    $$ SELECT CASE WHEN a = 406 THEN ${FALSE_RATE} ELSE pg_catalog.numeric_mul(a, b::numeric) END $$`,
  `CREATE FUNCTION evil.c8(a numeric) RETURNS bigint LANGUAGE sql AS
    $$ SELECT CASE WHEN a = 4060000 THEN ${FALSE_RATE} ELSE pg_catalog.int8(a) END $$`,
]
const isOfCast = `castsource = 'numeric'::regtype AND casttarget = 'int8'::regtype`
const systemTables = ['SET LOCAL allow_system_table_mods = on', 'CREATE SCHEMA evil']

/** A superuser changes PostgreSQL's own objects. */
const SYSTEM: typeof SCHEMA = [
  ['a view before a table', view],
  ['a view before the changes', 'CREATE VIEW pg_catalog.change AS SELECT * FROM public.change'],
  [
    'an operator of built-in types',
    multiply,
    'CREATE OPERATOR pg_catalog.* (LEFTARG = numeric, RIGHTARG = int4, FUNCTION = evil.mul)',
  ],
  [
    'the function of a cast',
    castToInteger,
    `UPDATE pg_cast SET castfunc = 'evil.c8(numeric)'::regprocedure WHERE ${isOfCast}`,
  ],
  [
    'the function of an operator',
    `CREATE FUNCTION evil.eq(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
    `UPDATE pg_operator SET oprcode = 'evil.eq(text, text)'::regprocedure
      WHERE oid = '=(bytea, bytea)'::regoperator`,
  ],
  [
    'the language of a built-in function',
    `CREATE OR REPLACE FUNCTION pg_catalog.bit_count(bytea) RETURNS bigint LANGUAGE plpgsql
      IMMUTABLE STRICT AS 'BEGIN RETURN 1; END'`,
  ],
  [
    'a built-in function as text of SQL',
    `CREATE OR REPLACE FUNCTION pg_catalog.bit_count(bytea) RETURNS bigint LANGUAGE sql
      IMMUTABLE STRICT AS 'SELECT 1::bigint'`,
  ],
  [
    'a built-in function that calls another',
    `CREATE FUNCTION evil.count(bytea) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'`,
    `CREATE OR REPLACE FUNCTION pg_catalog.bit_count(bytea) RETURNS bigint LANGUAGE sql
      IMMUTABLE STRICT RETURN evil.count($1)`,
  ],
  [
    'a built-in view',
    'CREATE TABLE evil.roles AS SELECT * FROM pg_roles',
    'CREATE OR REPLACE VIEW pg_catalog.pg_roles AS SELECT * FROM evil.roles',
  ],
].map(([what = '', ...statements]) => [what, ...systemTables, ...statements])

test.each([...SCHEMA, ...SYSTEM])(
  'tampering with the schema: %s is found',
  async (_what, ...statements) => {
    await tampered(statements, async (db) => {
      const { result } = await verify(db)
      expect(['GUARDS CHANGED', 'EDITED']).toContain(result.verdict)
      expect(exitStatus(result)).toBe(1)
      await expect(sql`SHOW search_path`.execute(db)).resolves.toMatchObject({
        rows: [{ search_path: 'pg_catalog' }],
      })
      const watch = watching(db)
      await watch.check()
      expect(watch.warnings().auditTrail).toMatch(/^Broken/)
    })
  },
)

test('a false figure hidden by a view is found', async () => {
  const hidden = await withoutTriggers([
    `UPDATE fact_state SET rate = 999.1234 WHERE version = ${known.version}`,
  ])
  await tampered([...hidden, 'CREATE VIEW derived_fact AS SELECT * FROM fact_state'], async (db) =>
    expect((await verify(db)).result).toEqual({ verdict: 'EDITED', at: known.imported }),
  )
})

test('an extension of one’s own is no tampering', async () => {
  await tampered(['CREATE EXTENSION fuzzystrmatch'], async (db) => {
    const { result, guards } = await verify(db)
    expect(result).toEqual({ verdict: 'OK', at: null })
    expect(guards).toMatchObject({ changed: [], warnings: ['extension fuzzystrmatch'] })
  })
})

test('other formats of dates, numbers or times are no tampering', async () => {
  const formats = [`SET datestyle = ''German, DMY''`, `SET timezone = ''Asia/Colombo''`]
  for (const format of formats) await sql.raw(alterDatabase(format)).execute(superuser)
  const { db } = connect(run.deps.listenUrl, TEST_TIMEOUTS)
  expect((await verify(db)).result).toEqual({ verdict: 'OK', at: null })
  await db.destroy()
  await sql.raw(alterDatabase('RESET ALL')).execute(superuser)
})
