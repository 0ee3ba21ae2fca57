import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './run-migrations.ts'

/** An empty database and a folder of migrations, both for one test. */
async function emptyDatabase() {
  const admin = inject('postgresUrl')
  const name = `migrate_${randomBytes(6).toString('hex')}`
  const url = admin.replace('/postgres?', `/${name}?`)
  await query(admin, `CREATE DATABASE ${name}`)
  onTestFinished(async () => {
    await query(admin, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  const folder = temporaryFolder()
  const migrations = join(folder, 'migrations')
  for (const each of ['migrations', 'schema']) mkdirSync(join(folder, each))
  const write = (file: string, sql: string) => writeFileSync(join(migrations, file), sql)
  write('../schema/people.sql', '')
  write('../grants.sql', "SELECT current_setting('rupee.app_role')")
  return {
    folder: migrations,
    write,
    run: () => migrate(url, 'rupee_app', { folder, subjects: ['people'] }),
    runOwn: () => migrate(url, 'rupee_app'),
    query: (sql: string) => query(url, sql),
  }
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

const tables =
  "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration' ORDER BY 1"

test('the numbered files are applied in order and once, and the grants each time', async () => {
  const database = await emptyDatabase()
  database.write('001-first.sql', 'CREATE TABLE first ()')
  database.write('002-second.sql', 'ALTER TABLE first RENAME TO second')
  expect(await database.run()).toEqual(['schema', '001-first.sql', '002-second.sql'])
  database.write(
    '../grants.sql',
    "DO $$ BEGIN EXECUTE format('GRANT SELECT ON second TO %I', current_setting('rupee.app_role')); END $$",
  )
  expect(await database.run()).toEqual([])
  expect(
    await database.query("SELECT has_table_privilege('rupee_app', 'second', 'SELECT')"),
  ).toEqual([[true]])
  database.write('003-third.sql', 'CREATE TABLE third ()')
  expect(await database.run()).toEqual(['003-third.sql'])
  expect(await database.query(tables)).toEqual([['second'], ['third']])
})

test('eight processes migrating at once do it once', async () => {
  const database = await emptyDatabase()
  database.write('001-slow.sql', 'CREATE TABLE slow (); SELECT pg_sleep(0.1)')
  database.write('002-next.sql', 'CREATE TABLE next ()')
  const applied = await Promise.all(Array.from({ length: 8 }, () => database.run()))
  expect(applied.filter((names) => names.length > 0)).toEqual([
    ['schema', '001-slow.sql', '002-next.sql'],
  ])
})

test('a migration that fails is undone as a whole, and says where it is wrong', async () => {
  const database = await emptyDatabase()
  database.write('001-good.sql', 'CREATE TABLE good ()')
  database.write('002-bad.sql', 'CREATE TABLE half ();\n\nCREATE TABLE other (x nonsense);')
  await expect(database.run()).rejects.toThrow(
    'The migration 002-bad.sql failed and was undone: type "nonsense" does not exist (line 3)',
  )
  expect(await database.query(tables)).toEqual([['good']])
  database.write('002-bad.sql', 'CREATE TABLE better ()')
  expect(await database.run()).toEqual(['002-bad.sql'])
})

test('a mistake in the schema is named by its file and line', async () => {
  const database = await emptyDatabase()
  database.write(
    '../schema/people.sql',
    'CREATE TABLE person ();\nCREATE TABLE other (x nonsense);',
  )
  await expect(database.run()).rejects.toThrow(
    'The migration schema failed and was undone: type "nonsense" does not exist (people.sql, line 2)',
  )
  expect(await database.query(tables)).toEqual([])
})

test('a database of before the schema was this one is left as it was', async () => {
  const database = await emptyDatabase()
  await database.query(
    `CREATE TABLE schema_migration (number int, name text, checksum text);
     INSERT INTO schema_migration VALUES (1, '001-people-and-audit-trail.sql', '00');
     CREATE TABLE manual_rate (rate numeric)`,
  )
  await expect(database.runOwn()).rejects.toThrow('was made by an earlier version of the program')
  expect(await database.query(tables)).toEqual([['manual_rate']])
  expect(await database.query('SELECT number FROM schema_migration')).toEqual([[1]])
})

test('a migration that was changed after it was applied stops everything; other line ends are no change', async () => {
  const database = await emptyDatabase()
  database.write('001-first.sql', 'CREATE TABLE first\n()')
  await database.run()
  database.write('001-first.sql', 'CREATE TABLE first\r\n()')
  database.write('002-next.sql', 'CREATE TABLE next ()')
  await database.run()
  database.write('001-first.sql', 'CREATE TABLE first (id int)')
  database.write('003-more.sql', 'CREATE TABLE more ()')
  await expect(database.run()).rejects.toThrow('The migration 001-first.sql was changed after')
  expect(await database.query(tables)).toEqual([['first'], ['next']])
})

test('a database of a newer version is left alone', async () => {
  const database = await emptyDatabase()
  database.write('001-first.sql', 'CREATE TABLE first ()')
  database.write('002-newer.sql', 'CREATE TABLE newer ()')
  await database.run()
  rmSync(join(database.folder, '002-newer.sql'))
  await expect(database.run()).rejects.toThrow(
    'The database has the migration 002-newer.sql, which this version does not know',
  )
})

test.each([['1-short.sql'], ['002-gap.sql'], ['001-Upper.sql']])(
  'a file called %s is refused before anything is done',
  async (name) => {
    const database = await emptyDatabase()
    database.write(name, 'CREATE TABLE never ()')
    await expect(database.run()).rejects.toThrow(`not numbered 001, 002, 003, …: ${name}`)
    expect(await database.query(tables)).toEqual([])
  },
)

test('a database that is not there is named without its password', async () => {
  const failure = await migrate('postgresql://someone:hunter2@127.0.0.1:1/rates', 'someone').catch(
    (error: unknown) => error,
  )
  expect(String(failure)).toMatch(
    /The database at 127\.0\.0\.1:1\/rates cannot be reached: .*ECONNREFUSED/,
  )
  expect(String(failure)).not.toContain('hunter2')
})
