import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './migrate.ts'

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
    run: async () => (await migrate(url, 'rupee_app', { folder, subjects: ['people'] })).applied,
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
  "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^kysely_' ORDER BY 1"

test('numbered files are applied once in order, and rights granted after them', async () => {
  const database = await emptyDatabase()
  database.write('001-first.sql', 'CREATE TABLE first ()')
  database.write('002-second.sql', 'ALTER TABLE first RENAME TO second')
  database.write(
    '../grants.sql',
    "DO $$ BEGIN EXECUTE format('GRANT SELECT ON second TO %I', current_setting('rupee.app_role')); END $$",
  )
  const hasRight = "SELECT has_table_privilege('rupee_app', 'second', 'SELECT')"
  expect(await database.run()).toEqual(['000-schema', '001-first', '002-second'])
  expect(await database.query(hasRight)).toEqual([[true]])
  await database.query('REVOKE SELECT ON second FROM rupee_app')
  expect(await database.run()).toEqual([])
  expect(await database.query(hasRight)).toEqual([[false]])
  database.write('003-third.sql', 'CREATE TABLE third ()')
  expect(await database.run()).toEqual(['003-third'])
  expect(await database.query(hasRight)).toEqual([[true]])
  expect(await database.query(tables)).toEqual([['second'], ['third']])
})

test('eight concurrent processes migrate once', async () => {
  const database = await emptyDatabase()
  database.write('001-slow.sql', 'CREATE TABLE slow (); SELECT pg_sleep(0.1)')
  database.write('002-next.sql', 'CREATE TABLE next ()')
  const applied = await Promise.all(Array.from({ length: 8 }, () => database.run()))
  expect(applied.filter((names) => names.length > 0)).toEqual([
    ['000-schema', '001-slow', '002-next'],
  ])
})

test('a failed migration is rolled back with those before and names its line', async () => {
  const database = await emptyDatabase()
  database.write('001-good.sql', 'CREATE TABLE good ()')
  database.write('002-bad.sql', 'CREATE TABLE half ();\n\nCREATE TABLE other (x nonsense);')
  await expect(database.run()).rejects.toThrow(
    'The migration 002-bad failed and was undone: type "nonsense" does not exist (002-bad.sql, line 3)',
  )
  expect(await database.query(tables)).toEqual([])
  database.write('002-bad.sql', 'CREATE TABLE better ()')
  expect(await database.run()).toEqual(['000-schema', '001-good', '002-bad'])
})

test('a database with another schema is left alone', async () => {
  const database = await emptyDatabase()
  await database.query('CREATE TABLE app_user (name text)')
  await expect(database.runOwn()).rejects.toThrow(
    'The database holds tables that another version of the program made',
  )
  expect(await database.query(tables)).toEqual([['app_user']])
})

test('a database of a newer version is left alone', async () => {
  const database = await emptyDatabase()
  database.write('001-first.sql', 'CREATE TABLE first ()')
  database.write('002-newer.sql', 'CREATE TABLE newer ()')
  await database.run()
  rmSync(join(database.folder, '002-newer.sql'))
  await expect(database.run()).rejects.toThrow(
    'The database has the migration 002-newer, which this version does not know',
  )
})

test('an unreachable database is named without its password', async () => {
  const failure = await migrate('postgresql://someone:hunter2@127.0.0.1:1/rates', 'someone').catch(
    (error: unknown) => error,
  )
  expect(String(failure)).toMatch(
    /The database at 127\.0\.0\.1:1\/rates cannot be reached: .*ECONNREFUSED/,
  )
  expect(String(failure)).not.toContain('hunter2')
})
